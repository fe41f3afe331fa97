import { can, recordsRequestAccess, msg, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { WriteDeps } from '../revision/write-deps.ts';
import { accessRequest } from '../sharing/access-request.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import type { RecordDocument } from '../model/record.ts';

/**
 * Requests access to a record from its assignee or author, by a comment on the record. The answer does not reveal whether the record
 * exists: for a missing one the comment also gets an id, and is discarded.
 */
export const requestAccess = defineHandler(recordsRequestAccess, async (call, deps: WriteDeps) => {
  const postType = deps.postTypes.get(call.input.post_type).key;
  const { id } = call.input;
  const { actor } = call;
  if (actor.userId === 0 || !can(actor, `access_${postType}`))
    throw new ServiceError('request_record_access', msg`You do not have access to these ${postType}`);
  const record = await readWithDeadline(call.deadline, (maxTimeMS) =>
    deps.records.findOne({ _id: id, postType }).maxTimeMS(maxTimeMS).lean<RecordDocument>(),
  );
  const command = await accessRequest(call, deps, { postType, id, record: record ?? undefined });
  // One request per user and record: repeated requests get the stored answer until it expires.
  const claim = {
    id: `access request ${actor.userId}/${postType}/${id}`,
    requestHash: '',
  };
  return deps.store.commit({ ...call, claim }, async () => ({
    writes: [],
    commands: [command],
    answer: '0',
    finish: ([result]) => (result as { ids: string[] } | undefined)?.ids[0] ?? '0',
  }));
});
