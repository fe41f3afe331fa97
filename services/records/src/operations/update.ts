import { recordsUpdate, ServiceError } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import type { PostType } from '../post-types/post-type.ts';
import { resolveKeys } from '../post-types/resolve-keys.ts';
import { loadRecord } from '../reading/load-record.ts';
import type { RecordDocument } from '../store/record-document.ts';
import { updateRecord } from '../writing/update-record.ts';

/** Changes fields of a record: see the steps in `docs/writing-a-record.md`. */
export const update = defineHandler(recordsUpdate, async (call, deps: RecordsDeps) => {
  const { post_type: key, id, fields, do_not_overwrite: keepExisting = false } = call.input;
  const postType = deps.postTypes.get(key);
  const resolved = resolveKeys(postType, fields);
  const load = () => loadForUpdate(call, deps, postType);
  return updateRecord(call, deps, {
    postType,
    id,
    fields: resolved,
    keepExisting,
    code: 'update_post',
    load,
  });
});

async function loadForUpdate(
  call: Call<{ readonly id: number }>,
  deps: RecordsDeps,
  postType: PostType,
): Promise<RecordDocument> {
  const { id } = call.input;
  const record = await loadRecord(call, deps, { postType: postType.key, id, action: 'update' });
  if (record) return record;
  const message = `You do not have permission to update ${postType.key} with ID ${id}`;
  throw new ServiceError('update_post', message, { status: 403 });
}
