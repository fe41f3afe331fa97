import { msg, ServiceError } from '@svc/contracts';
import type { StoredReaction } from '../store/comment-model.ts';

const prefix = 'reaction_';

/** Maximum length of a key: every list contains it. */
const maxKeyLength = 100;

export function isReaction(key: string): boolean {
  return key.startsWith(prefix);
}

/**
 * The key of a sent reaction. Any key of this form is accepted, not only those that clients offer
 * (docs/guides/comments.md#reactions).
 * @throws ServiceError `toggle_post_comment_reaction` for any other key.
 */
export function reactionKey(sent: string): string {
  const key = sent.toWellFormed();
  if (isReaction(key) && key.length > prefix.length && key.length <= maxKeyLength) return key;
  throw new ServiceError(
    'toggle_post_comment_reaction',
    msg`A reaction must be a key of at most ${maxKeyLength} characters that begins with "${prefix}", such as reaction_heart.`,
    { status: 400, data: { params: ['reaction'] } },
  );
}

/** Maximum number of reactions of a user to a comment; clients offer six. */
const maxOfUser = 20;

/**
 * Adds a user's reaction at the end, or removes it when the user has it. The answer are the users who already had the
 * reaction, or true when it was removed.
 * @throws ServiceError `toggle_post_comment_reaction` when the user has too many already.
 */
export function toggleReaction(before: readonly StoredReaction[], reaction: StoredReaction) {
  const { key, userId } = reaction;
  const others = before.filter((each) => each.key !== key || each.userId !== userId);
  if (others.length < before.length) return { reactions: others, answer: true as const };
  if (before.filter((each) => each.userId === userId).length >= maxOfUser) throw tooMany();
  const had = before.filter((each) => each.key === key).map((each) => String(each.userId));
  return { reactions: [...before, reaction], answer: had };
}

function tooMany(): ServiceError {
  const message = msg`You have the maximum of ${maxOfUser} reactions to this comment; remove a reaction first.`;
  return new ServiceError('toggle_post_comment_reaction', message, { status: 400 });
}
