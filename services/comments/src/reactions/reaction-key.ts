import { msg, ServiceError } from '@svc/contracts';

const prefix = 'reaction_';

/** Maximum length of a key: every list contains it. */
const maxKeyLength = 100;

export function isReaction(key: string): boolean {
  return key.startsWith(prefix);
}

/**
 * The key of a sent reaction. Any key of this form is accepted, not only those that clients offer
 * (docs/comments.md#reactions).
 * @throws ServiceError `toggle_post_comment_reaction` for any other key.
 */
export function reactionKey(sent: string): string {
  const key = sent.toWellFormed();
  if (isReaction(key) && key.length > prefix.length && key.length <= maxKeyLength) return key;
  throw new ServiceError(
    'toggle_post_comment_reaction',
    msg`A reaction is a key that begins with "${prefix}", such as reaction_heart, of at most ${maxKeyLength} characters.`,
    { status: 400, data: { params: ['reaction'] } },
  );
}
