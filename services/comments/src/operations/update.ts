import { commentsUpdate, ServiceError } from '@svc/contracts';
import { defineHandler, type IdSequence } from '@svc/service-kit';
import { grantOnRecord } from '../access/grant-on-record.ts';
import { commentEventDraft } from '../events/comment-event-draft.ts';
import { presentComment } from '../present/present-comment.ts';
import type { StoredComment } from '../store/comment-model.ts';
import { changeWrite, type CommentStore } from '../store/comment-writes.ts';
import { findOwnComment } from '../store/find-comment.ts';
import { commentText } from '../writing/comment-text.ts';
import { commentType } from '../writing/comment-type.ts';
import { metaValues } from '../writing/meta-values.ts';
import { storeMeta } from '../writing/store-meta.ts';

interface UpdateDeps extends CommentStore {
  readonly metaIds: IdSequence;
}

/** Changes the caller's own comment on a record they may update; type and meta change only if sent. */
export const updateComment = defineHandler(commentsUpdate, async (call, deps: UpdateDeps) => {
  const { input, actor } = call;
  if (!(await grantOnRecord(call, { action: 'update' }))) throw refused();
  return deps.store.commit(call, async () => {
    const comment = await findOwnComment(input, actor, deps);
    if (!comment) throw refused();
    const sent = metaValues(input.meta, 'update_post_comment');
    const change = {
      content: commentText(input.comment, 'update_post_comment'),
      type: input.comment_type === undefined ? comment.type : commentType(input.comment_type),
      meta: await storeMeta({ before: comment.meta, sent, code: 'update_post_comment' }, deps.metaIds),
      authorName: actor.displayName,
      authorEmail: actor.email,
    };
    const updated: StoredComment = { ...comment, ...change, version: comment.version + 1 };
    return {
      writes: [changeWrite(comment, change, deps)],
      events: [commentEventDraft('updated', updated)],
      answer: presentComment(updated),
    };
  });
});

function refused(): ServiceError {
  return new ServiceError('update_post_comment', "You don't have permission to edit this comment", {
    status: 403,
  });
}
