import { commentsDelete, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { grantOnRecord } from '../access/grant-on-record.ts';
import type { CommentsDeps } from '../deps.ts';
import { commentDeletion } from '../store/comment-deletion.ts';
import { findOwnComment } from '../store/find-own-comment.ts';

/** Deletes the caller's own comment on a record the caller may update. */
export const deleteComment = defineHandler(commentsDelete, async (call, deps: CommentsDeps) => {
  if (!(await grantOnRecord(call, { action: 'update' }))) throw refused();
  return deps.store.commit(call, async () => {
    const comment = await findOwnComment(call.input, call.actor, deps);
    if (!comment) throw refused();
    const { write, event } = commentDeletion(comment, deps);
    return { writes: [write], events: [event], answer: true as const };
  });
});

function refused(): ServiceError {
  return new ServiceError('delete_post_comment', "You don't have permission to delete this comment");
}
