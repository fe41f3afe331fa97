import type { CommitCall } from '@svc/service-kit';
import type { OfRecord, StoredComment } from '../store/comment-model.ts';
import type { CommentStore } from '../store/comment-writes.ts';
import { commentDeletion } from '../writing/comment-deletion.ts';

/** Comments per transaction. */
const batchSize = 200;

/** Deletes all comments of a record in batches and returns their number. */
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

/** Without the call's claim, which is part of its last commit only. */
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
