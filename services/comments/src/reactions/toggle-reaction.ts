import { msg, ServiceError } from '@svc/contracts';
import type { StoredReaction } from '../store/comment-model.ts';

/** As many one user may have to one comment: the clients offer six. */
const maxOfUser = 20;

/** Reactions after one more toggle, and what answers it: who had the reaction before it was added, or that it was taken back. */
export interface Toggled {
  readonly reactions: readonly StoredReaction[];
  readonly answer: string[] | true;
}

/**
 * Adds a user's reaction behind the others, or takes away the one that is there.
 * @throws ServiceError `toggle_post_comment_reaction` when the user has too many already.
 */
export function toggleReaction(before: readonly StoredReaction[], reaction: StoredReaction): Toggled {
  const { key, userId } = reaction;
  const others = before.filter((each) => each.key !== key || each.userId !== userId);
  if (others.length < before.length) return { reactions: others, answer: true };
  if (before.filter((each) => each.userId === userId).length >= maxOfUser) throw tooMany();
  const had = before.filter((each) => each.key === key).map((each) => String(each.userId));
  return { reactions: [...before, reaction], answer: had };
}

function tooMany(): ServiceError {
  const message = msg`You have ${maxOfUser} reactions to this comment, which is the limit; remove one of them first.`;
  return new ServiceError('toggle_post_comment_reaction', message, { status: 400 });
}
