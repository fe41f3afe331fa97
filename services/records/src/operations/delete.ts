import { can, disconnectDeleted, type InputOf, purgeComments, recordsDelete } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import type { Commit } from '@svc/service-kit/store';
import { refuseUnconfirmed } from '../read/personal-records.ts';
import { disconnectAll } from '../connections/disconnect-all.ts';
import type { ReadDeps } from '../read/read-deps.ts';
import type { LockedRevisionPorts } from '../revision/revision-ports.ts';
import type { Collections } from '../store/collections.ts';
import { type LoadDeps, loadOrRefuse, loadRecord } from '../read/load-record.ts';
import type { RecordDocument } from '../model/record.ts';
import { activityOfDeletion } from '../revision/activity-of-changes.ts';
import { dropFilesOf } from '../files/file-writes.ts';
import { commitRevisions } from '../write/commit-revisions.ts';
import { recordEvent } from '../revision/record-event.ts';
import { commitLocked } from '../revision/record-locks.ts';
import { deleteRecord, insertActivity } from '../revision/record-writes.ts';
import { nextVersion } from '../revision/revision.ts';

type DeletePorts = LockedRevisionPorts & ReadDeps & Pick<Collections, 'files'>;

type DeleteCall = Call<InputOf<typeof recordsDelete>>;

/** Deletes a record with its history; a command deletes its comments. Callers who may delete any record get `true` for a missing one. */
export const remove = defineHandler(recordsDelete, async (call, deps: DeletePorts) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const { id } = call.input;
  const read = await loadForDelete(call, deps, postType.key);
  if (!read) return true as const;
  await refuseUnconfirmed(call, deps, read);
  await deps.hooks.act('svc_before_post_deleted', call, postType.key, id);
  return commitLocked(call, deps, [id], async (isFresh): Promise<Commit<true>> => {
    const current = isFresh ? read : await loadForDelete(call, deps, postType.key);
    return current ? deletionOf(call, deps, current) : { writes: [], answer: true };
  });
});

async function deletionOf(
  call: DeleteCall,
  deps: DeletePorts,
  record: RecordDocument,
): Promise<Commit<true>> {
  const deleted = nextVersion(record, new Date());
  const about = { post_type: record.postType, record_id: record._id };
  // Comments that are still on their way to where they were merged are not deleted.
  const { commentsWith: movedTo } = record;
  const part = await disconnectAll(call, deps, { recordId: record._id, at: deleted.at });
  const others = await commitRevisions(call, deps, part);
  const row = await insertActivity(deps, [activityOfDeletion(deleted, call.actor)]);
  return {
    writes: [...deleteRecord(deps, record), dropFilesOf(deps, record._id), ...others.writes, ...row],
    events: [recordEvent('deleted', deleted), ...others.events],
    commands: [
      { command: purgeComments, input: { ...about, ...(movedTo !== undefined && { moved_to: movedTo }) } },
      ...(part.isAll ? [] : [{ command: disconnectDeleted, input: about }]),
    ],
    answer: true,
    afterwards: () => deps.hooks.act('svc_post_deleted', call, record.postType, record._id, record.name),
  };
}

/** Undefined for a missing record that the caller would have been allowed to delete. */
function loadForDelete(
  call: DeleteCall,
  deps: LoadDeps,
  postType: string,
): Promise<RecordDocument | undefined> {
  const wanted = { postType, id: call.input.id, action: 'delete' } as const;
  if (can(call.actor, `delete_any_${postType}`)) return loadRecord(call, deps, wanted);
  const message = 'You do not have permission for this';
  return loadOrRefuse(call, deps, { ...wanted, code: 'delete_post', message });
}
