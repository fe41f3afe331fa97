import type { mongo } from 'mongoose';
import type { CommitCall, Write } from '@svc/service-kit';
import type { CommentsDeps } from '../deps.ts';
import { commentEventDraft } from '../events/comment-event-draft.ts';
import type { StoredComment } from './comment-model.ts';
import type { OfRecord } from './delete-comments-of.ts';

/** As many comments go in one transaction. */
const batchSize = 200;

/** Moves the comments of a record to another one of its type, a batch at a time, and returns how many there were. */
export async function moveCommentsOf(
  record: OfRecord & { readonly date?: { readonly $lte: Date } },
  toId: number,
  { call, deps }: { call: CommitCall; deps: CommentsDeps },
): Promise<number> {
  let moved = 0;
  for (;;) {
    // Without the call's claim, which belongs to the end of its work alone.
    const count = await deps.store.commit({ ...call, claim: undefined }, async () => {
      const comments = await deps.comments.find(record).limit(batchSize).lean<StoredComment[]>();
      const after = comments.map((comment) => ({
        ...comment,
        recordId: toId,
        version: comment.version + 1,
      }));
      return {
        writes: comments.map((comment) => moveTo(toId, comment, deps)),
        events: after.map((comment) => commentEventDraft('updated', comment)),
        answer: comments.length,
      };
    });
    moved += count;
    if (count < batchSize) return moved;
  }
}

function moveTo(recordId: number, { _id, version }: StoredComment, { store, comments }: CommentsDeps): Write {
  const filter: mongo.Document = { _id, version };
  const update = { $set: { recordId, version: version + 1 } };
  return {
    model: { name: 'updateOne', namespace: store.namespace(comments), filter, update },
    mustMatch: true,
  };
}
