import type { mongo } from 'mongoose';
import type { EventDraft, Write } from '@svc/service-kit';
import { commentEventDraft } from '../events/comment-event-draft.ts';
import type { StoredComment } from '../store/comment-model.ts';
import type { CommentStore } from '../store/comment-writes.ts';

/** The write and the event of a deletion; the write fails when the comment has changed since it was read. */
export function commentDeletion(
  comment: StoredComment,
  { store, comments }: CommentStore,
): { write: Write; event: EventDraft } {
  const filter: mongo.Document = { _id: comment._id, version: comment.version };
  return {
    write: {
      model: { name: 'deleteOne', namespace: store.namespace(comments), filter },
      mustMatch: true,
    },
    event: commentEventDraft('deleted', { ...comment, version: comment.version + 1 }),
  };
}
