import type { CommitCall } from '@svc/service-kit/store';
import type { OfRecord, StoredComment } from '../store/comment-model.ts';
import type { CommentStore } from '../store/comment-store.ts';
import { changeOf, deletionOf, writesAndEvents, type CommentWrite } from '../writing/comment-writes.ts';

const batchSize = 200;

/** The comments of a record, or the older ones of them. */
type Selection = OfRecord & { readonly date?: { readonly $lte: Date } };

/** Deletes all comments of a record in batches and returns their number. */
export function deleteCommentsOf(record: OfRecord, call: CommitCall, deps: CommentStore): Promise<number> {
  return inBatches(record, { call, deps }, (comment) => deletionOf(comment, deps));
}

/** Moves the comments of a record to another record of its type in batches, and returns their number. */
export function moveCommentsOf(
  record: Selection,
  toId: number,
  { call, deps }: { call: CommitCall; deps: CommentStore },
): Promise<number> {
  return inBatches(record, { call, deps }, (comment) => changeOf(comment, { recordId: toId }, deps));
}

async function inBatches(
  selection: Selection,
  { call, deps }: { call: CommitCall; deps: CommentStore },
  writeOf: (comment: StoredComment) => CommentWrite,
): Promise<number> {
  let total = 0;
  for (;;) {
    // Without the call's claim, which is part of its last commit only.
    const count = await deps.store.commit({ ...call, claim: undefined }, async () => {
      const comments = await deps.comments.model.find(selection).limit(batchSize).lean<StoredComment[]>();
      return { ...writesAndEvents(comments.map(writeOf)), answer: comments.length };
    });
    total += count;
    if (count < batchSize) return total;
  }
}
