import { recordsGetMany, type InputOf, type OutputOf } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { presentItems } from '../reading/present-items.ts';

/** Chosen fields of several records, as lists show them. Only the system asks, which may see all of them. */
export const getMany = defineHandler(
  recordsGetMany,
  async (call: Call<InputOf<typeof recordsGetMany>>, deps: RecordsDeps) => {
    const { post_type: key, ids, fields } = call.input;
    const postType = deps.postTypes.get(key);
    const shown = [...new Set(fields)].flatMap((name) => postType.fields.get(name) ?? []);
    const posts = await presentItems(call, deps, { postType, ids, shown });
    return { records: posts } as OutputOf<typeof recordsGetMany>;
  },
);
