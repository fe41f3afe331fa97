import { commentsDelete, dropCommentFiles, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Collection, CommandDraft } from '@svc/service-kit/store';
import { grantOnRecord } from '../access/grant-on-record.ts';
import type { DeletedComment, StoredComment } from '../store/comment-model.ts';
import { findOwnComment, type CommentStore } from '../store/comment-store.ts';
import { deletionOf } from '../writing/comment-writes.ts';

/** Deletes the caller's own comment on a record they may update. Repeating a deletion gives the same answer. */
export const deleteComment = defineHandler(
  commentsDelete,
  async (call, deps: CommentStore & { readonly deletedComments: Collection<DeletedComment> }) => {
    if (!(await grantOnRecord(call, { action: 'update' }))) throw refused();
    const { post_type: postType, id: recordId, comment_id: _id } = call.input;
    return deps.store.commit(call, async () => {
      const comment = await findOwnComment(call.input, call.actor, deps);
      if (comment) {
        const { write, event } = deletionOf(comment, deps);
        const { authorId } = comment;
        const deleted = { _id, recordId, postType, authorId, deletedAt: new Date() };
        const writes = [write, deps.deletedComments.insert(deleted)];
        return { writes, events: [event], commands: filesOf(comment), waitsAtMost: 0, answer: true as const };
      }
      const deleted = { _id, recordId, postType, authorId: call.actor.userId };
      if (!(await deps.deletedComments.model.exists(deleted))) throw refused();
      return { writes: [], answer: true as const };
    });
  },
);

/** The form of file keys; the records service knows which of these values are files. */
const fileKey = /^[a-z0-9]{26}$/;

function filesOf({ postType, recordId, meta, authorId }: StoredComment): CommandDraft[] {
  const keys = meta.flatMap(({ value }) => (value !== null && fileKey.test(value) ? [value] : []));
  const input = { post_type: postType, record_id: recordId, keys, author_id: authorId };
  return keys.length > 0 ? [{ command: dropCommentFiles, input }] : [];
}

function refused(): ServiceError {
  return new ServiceError('delete_post_comment', "You don't have permission to delete this comment");
}
