import { commentsUpdate, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { grantOnRecord } from '../access/grant-on-record.ts';
import { presentComment } from '../present/present-comment.ts';
import { findOwnComment, type CommentIds, type CommentStore } from '../store/comment-store.ts';
import { metaValues, storeMeta } from '../writing/comment-meta.ts';
import { commentText, commentType } from '../writing/comment-values.ts';
import { changeOf, writesAndEvents } from '../writing/comment-writes.ts';

/** Changes the caller's own comment on a record they may update; type and meta change only if sent. */
export const updateComment = defineHandler(commentsUpdate, async (call, deps: CommentStore & CommentIds) => {
  const { input, actor } = call;
  if (!(await grantOnRecord(call, { action: 'update' }))) throw refused();
  return deps.store.commit(call, async () => {
    const comment = await findOwnComment(input, actor, deps);
    if (!comment) throw refused();
    const sent = metaValues(input.meta, 'update_post_comment');
    const changed = changeOf(
      comment,
      {
        content: commentText(input.comment, 'update_post_comment'),
        type: input.comment_type === undefined ? comment.type : commentType(input.comment_type),
        meta: await storeMeta({ before: comment.meta, sent, code: 'update_post_comment' }, deps.metaIds),
        authorName: actor.displayName,
        authorEmail: actor.email,
      },
      deps,
    );
    return { ...writesAndEvents([changed]), answer: presentComment(changed.after) };
  });
});

function refused(): ServiceError {
  return new ServiceError('update_post_comment', "You don't have permission to edit this comment", {
    status: 403,
  });
}
