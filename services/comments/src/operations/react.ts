import { commentsReact, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { grantOnRecord } from '../access/grant-on-record.ts';
import { commentEventDraft } from '../events/comment-event-draft.ts';
import { reactionKey } from '../reactions/reaction-key.ts';
import { toggleReaction } from '../reactions/toggle-reaction.ts';
import type { StoredComment } from '../store/comment-model.ts';
import { changeWrite, type CommentStore } from '../store/comment-writes.ts';
import { findComment } from '../store/find-comment.ts';

/** Adds or removes the caller's reaction to a comment on a record they may update. Site links cannot react. */
export const reactToComment = defineHandler(commentsReact, async (call, deps: CommentStore) => {
  const { input, actor } = call;
  if (actor.kind !== 'user' || !(await grantOnRecord(call, { action: 'update' }))) throw refused();
  const reaction = { key: reactionKey(input.reaction), userId: actor.userId, name: actor.displayName };
  return deps.store.commit(call, async () => {
    const comment = await findComment(input, deps);
    if (!comment) throw refused();
    const { reactions, answer } = toggleReaction(comment.reactions ?? [], reaction);
    const after: StoredComment = { ...comment, reactions, version: comment.version + 1 };
    return {
      writes: [changeWrite(comment, { reactions }, deps)],
      events: [commentEventDraft('updated', after)],
      answer,
    };
  });
});

function refused(): ServiceError {
  return new ServiceError('toggle_post_comment_reaction', 'You do not have permission for this', {
    status: 403,
  });
}
