import { recordsUpdate, ServiceError, type Fields, type OutputOf } from '@svc/contracts';
import { defineHandler, type Call, type Commit } from '@svc/service-kit';
import { isGranted } from '../access/grant.ts';
import { grantsOf } from '../access/grants-of.ts';
import type { RecordsDeps } from '../deps.ts';
import type { PostType } from '../post-types/post-type.ts';
import { loadRecord } from '../reading/load-record.ts';
import { presentRecord } from '../reading/present-record.ts';
import type { RecordDocument } from '../store/record-document.ts';
import { activityOfChanges } from '../writing/activity-of-changes.ts';
import { applyChanges } from '../writing/apply-changes.ts';
import { parseRequest, type FieldChange } from '../writing/parse-request.ts';
import { recordEvent } from '../writing/record-event.ts';
import { insertActivity, replaceRecord } from '../writing/record-writes.ts';
import { refuseTooLarge } from '../writing/refuse-too-large.ts';
import { takeName } from '../writing/take-name.ts';

type UpdateCall = Call<{ post_type: string; id: number; fields: Fields; silent: boolean }>;

/** Changes fields of a record: see the steps in `docs/writing-a-record.md`. */
export const update = defineHandler(recordsUpdate, async (call, deps: RecordsDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const { id } = call.input;
  const read = await loadForUpdate(call, deps, postType);
  const before = await presentRecord(call, deps, postType, read);
  const named = takeName(call.input.fields, 'update_post');
  const { hooks } = deps;
  const filtered = await hooks.filterWrite('svc_post_update_fields', call, named, postType.key, id, before);
  const fields = takeName(filtered.fields, 'update_post');
  const changes = await parseRequest(call, deps, { postType, fields, code: 'update_post', recordId: id });
  return commitUpdate(call, deps, { postType, changes, read, before });
});

async function loadForUpdate(
  call: UpdateCall,
  deps: RecordsDeps,
  postType: PostType,
): Promise<RecordDocument> {
  const { id } = call.input;
  const record = await loadRecord(call, deps, { postType: postType.key, id, action: 'update' });
  if (record) return record;
  const message = `You do not have permission to update ${postType.key} with ID ${id}`;
  throw new ServiceError('update_post', message, { status: 403 });
}

/** The first attempt works on the record that was read; a faster writer makes the next ones read it again. */
function commitUpdate(
  call: UpdateCall,
  deps: RecordsDeps,
  write: { postType: PostType; changes: readonly FieldChange[]; read: RecordDocument; before: Fields },
) {
  return deps.turns.take(write.read._id, call.deadline, (waited) => {
    let first = waited ? undefined : write.read;
    return deps.store.commit(call, async () => {
      const read: RecordDocument = first ?? (await loadForUpdate(call, deps, write.postType));
      first = undefined;
      return nextVersion(call, deps, { ...write, read });
    });
  });
}

async function nextVersion(
  call: UpdateCall,
  deps: RecordsDeps,
  write: { postType: PostType; changes: readonly FieldChange[]; read: RecordDocument; before: Fields },
): Promise<Commit<OutputOf<typeof recordsUpdate>>> {
  const { postType, changes, read, before } = write;
  const updated = applyChanges(read, changes, new Date());
  const { record } = updated;
  refuseTooLarge(record, 'update_post');
  const activity = await insertActivity(deps, activityOfChanges(updated, call.actor));
  const mayView = isGranted(grantsOf(call.actor, 'view', postType.key), record);
  const after = await presentRecord(call, deps, postType, record);
  const { input } = call;
  return {
    writes: [replaceRecord(deps, read, record), ...activity],
    events: [recordEvent('updated', updated)],
    answer: mayView ? after : { ID: record._id },
    afterwards: () =>
      deps.hooks.act('svc_post_updated', call, postType.key, record._id, input.fields, before, after),
  };
}
