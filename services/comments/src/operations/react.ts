import { commentsReact, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { grantOnRecord } from '../access/grant-on-record.ts';
import { reactionKey, toggleReaction } from '../reactions/reactions.ts';
import { findComment, type CommentStore } from '../store/comment-store.ts';
import { changeOf, writesAndEvents } from '../writing/comment-writes.ts';

/** Adds or removes the caller's reaction to a comment on a record they may update. Site links cannot react. */
export const reactToComment = defineHandler(commentsReact, async (call, deps: CommentStore) => {
  const { input, actor } = call;
  if (actor.kind !== 'user' || !(await grantOnRecord(call, { action: 'update' }))) throw refused();
  const reaction = { key: reactionKey(input.reaction), userId: actor.userId, name: actor.displayName };
  return deps.store.commit(call, async () => {
    const comment = await findComment(input, deps);
    if (!comment) throw refused();
    const { reactions, answer } = toggleReaction(comment.reactions ?? [], reaction);
    return { ...writesAndEvents([changeOf(comment, { reactions }, deps)]), answer };
  });
});

function refused(): ServiceError {
  return new ServiceError('toggle_post_comment_reaction', 'You do not have permission for this', {
    status: 403,
  });
}
