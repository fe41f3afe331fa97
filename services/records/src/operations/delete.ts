import { can, purgeComments, recordsDelete, ServiceError } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { loadRecord } from '../reading/load-record.ts';
import type { RecordDocument } from '../store/record-document.ts';
import { activityOfDeletion } from '../writing/activity-of-changes.ts';
import { recordEvent } from '../writing/record-event.ts';
import { deleteRecord, insertActivity } from '../writing/record-writes.ts';

type DeleteCall = Call<{ post_type: string; id: number }>;

/**
 * Deletes a record with its history; its comments go by a command to comments. Who may delete any record gets `true` for
 * one that is gone already (facts of deleting).
 */
export const remove = defineHandler(recordsDelete, async (call, deps: RecordsDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const { id } = call.input;
  const read = await loadForDelete(call, deps, postType.key);
  if (!read) return true as const;
  await deps.hooks.act('svc_before_post_deleted', call.actor, postType.key, id);
  return commitDeletion(call, deps, read);
});

async function commitDeletion(call: DeleteCall, deps: RecordsDeps, read: RecordDocument): Promise<true> {
  let first: RecordDocument | undefined = read;
  return deps.store.commit(call, async () => {
    const current: RecordDocument | undefined = first ?? (await loadForDelete(call, deps, read.postType));
    first = undefined;
    if (!current) return { writes: [], answer: true as const };
    const deleted = { ...current, version: current.version + 1, lastModified: new Date() };
    return {
      writes: [
        ...deleteRecord(deps, current),
        ...(await insertActivity(deps, [activityOfDeletion(deleted, call.actor)])),
      ],
      events: [recordEvent('deleted', deleted, [])],
      commands: [{ command: purgeComments, input: { post_type: current.postType, record_id: current._id } }],
      answer: true as const,
      afterwards: () =>
        deps.hooks.act('svc_post_deleted', call.actor, current.postType, current._id, current.name),
    };
  });
}

/** Undefined only for a missing record whose deletion would have been allowed. */
async function loadForDelete(
  call: DeleteCall,
  deps: RecordsDeps,
  postType: string,
): Promise<RecordDocument | undefined> {
  const { id } = call.input;
  if (can(call.actor, `delete_any_${postType}`)) {
    return (await deps.records.findOne({ _id: id, postType }).lean()) ?? undefined;
  }
  const record = await loadRecord(call, deps, { postType, id, action: 'view' });
  const isAuthor = call.actor.userId > 0 && record?.authorId === call.actor.userId;
  if (record && isAuthor) return record;
  throw new ServiceError('delete_post', 'You do not have permission for this');
}
