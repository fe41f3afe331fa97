import { recordsGetMany, type OutputOf } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { ReadDeps } from '../read/read-deps.ts';
import { presentItems } from '../read/present-page.ts';

/** Chosen fields of several records in the form of lists. Only the system may call it, so access is not checked. */
export const getMany = defineHandler(recordsGetMany, async (call, deps: ReadDeps) => {
  const { post_type: key, ids, fields } = call.input;
  const postType = deps.postTypes.get(key);
  const shown = [...new Set(fields)].flatMap((name) => postType.fields.get(name) ?? []);
  const { items, versions } = await presentItems(call, deps, { postType, ids, shown });
  const byId = Object.fromEntries(versions.map(({ _id, version }) => [_id, version]));
  return { records: items, versions: byId } as OutputOf<typeof recordsGetMany>;
});
