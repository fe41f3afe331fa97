import type { CommitCall } from '@svc/service-kit';
import { commentEventDraft } from '../events/comment-event-draft.ts';
import type { OfRecord, StoredComment } from '../store/comment-model.ts';
import { changeWrite, type CommentStore } from '../store/comment-writes.ts';

/** Comments per transaction. */
const batchSize = 200;

/** Moves the comments of a record to another record of its type in batches, and returns their number. */
export async function moveCommentsOf(
  record: OfRecord & { readonly date?: { readonly $lte: Date } },
  toId: number,
  { call, deps }: { call: CommitCall; deps: CommentStore },
): Promise<number> {
  let moved = 0;
  for (;;) {
    // Without the call's claim, which is part of its last commit only.
    const count = await deps.store.commit({ ...call, claim: undefined }, async () => {
      const comments = await deps.comments.find(record).limit(batchSize).lean<StoredComment[]>();
      const after = comments.map((comment) => ({
        ...comment,
        recordId: toId,
        version: comment.version + 1,
      }));
      return {
        writes: comments.map((comment) => changeWrite(comment, { recordId: toId }, deps)),
        events: after.map((comment) => commentEventDraft('updated', comment)),
        answer: comments.length,
      };
    });
    moved += count;
    if (count < batchSize) return moved;
  }
}
