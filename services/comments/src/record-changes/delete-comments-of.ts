import type { CommitCall } from '@svc/service-kit';
import type { OfRecord, StoredComment } from '../store/comment-model.ts';
import type { CommentStore } from '../store/comment-writes.ts';
import { commentDeletion } from '../writing/comment-deletion.ts';

/** As many comments go in one transaction. */
const batchSize = 200;

/** Deletes all comments of a record, a batch at a time, and returns how many there were. */
export async function deleteCommentsOf(
  record: OfRecord,
  call: CommitCall,
  deps: CommentStore,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const count = await deleteBatch(record, call, deps);
    deleted += count;
    if (count < batchSize) return deleted;
  }
}

/** Without the call's claim, which belongs to the end of its work alone. */
function deleteBatch(
  { recordId, postType }: OfRecord,
  call: CommitCall,
  deps: CommentStore,
): Promise<number> {
  return deps.store.commit({ ...call, claim: undefined }, async () => {
    const comments = await deps.comments
      .find({ recordId, postType })
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
