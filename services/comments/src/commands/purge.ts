import { purgeComments } from '@svc/contracts';
import { defineCommandHandler, type CommandCall } from '@svc/service-kit';
import type { CommentsDeps } from '../deps.ts';
import { commentDeletion } from '../store/comment-deletion.ts';
import type { StoredComment } from '../store/comment-model.ts';

/** As many comments go in one transaction. */
const batchSize = 200;

/**
 * Deletes all comments of a deleted record, a batch at a time. When it is cut short, the next delivery goes on with
 * what is left.
 */
export const purgeCommentsHandler = defineCommandHandler(purgeComments, async (call, deps: CommentsDeps) => {
  let deleted = 0;
  for (;;) {
    const count = await deleteBatch(call, deps);
    deleted += count;
    if (count < batchSize) break;
  }
  return deps.store.commit(call, async () => ({ writes: [], answer: { deleted } }));
});

/** Without the command's claim, which belongs to the end of its work alone. */
async function deleteBatch(
  call: CommandCall<{ post_type: string; record_id: number }>,
  deps: CommentsDeps,
): Promise<number> {
  const { post_type, record_id } = call.input;
  return deps.store.commit({ ...call, claim: undefined }, async () => {
    const comments = await deps.comments
      .find({ recordId: record_id, postType: post_type })
      .limit(batchSize)
      .lean<StoredComment[]>();
    const deletions = comments.map((comment) => commentDeletion(comment, deps));
    return {
      writes: deletions.map(({ write }) => write),
      events: deletions.map(({ event }) => event),
      answer: comments.length,
    };
  });
}
