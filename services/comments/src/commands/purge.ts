import { purgeComments } from '@svc/contracts';
import { defineCommandHandler } from '@svc/service-kit';
import type { CommentsDeps } from '../deps.ts';
import { deleteCommentsOf } from '../store/delete-comments-of.ts';

/**
 * Deletes all comments of a deleted record. When it is cut short, the next delivery goes on with what is left. The record
 * is remembered first, so that a comment that is being written meanwhile finds out.
 */
export const purgeCommentsHandler = defineCommandHandler(purgeComments, async (call, deps: CommentsDeps) => {
  const { post_type: postType, record_id: recordId } = call.input;
  await deps.deletedRecords.updateOne(
    { _id: recordId },
    { $setOnInsert: { deletedAt: new Date() } },
    { upsert: true },
  );
  const deleted = await deleteCommentsOf({ recordId, postType }, call, deps);
  return deps.store.commit(call, async () => ({ writes: [], answer: { deleted } }));
});
