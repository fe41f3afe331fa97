import { msg, ServiceError } from '@svc/contracts';

/** What every reaction begins with. */
const prefix = 'reaction_';

/** As many characters a key may have: it travels with every list. */
const maxKeyLength = 100;

/** Whether a key names a reaction. */
export function isReaction(key: string): boolean {
  return key.startsWith(prefix);
}

/**
 * The key of a reaction that was sent. Clients offer some; any other that looks like one is kept as well (docs/comments.md#reactions).
 * @throws ServiceError `toggle_post_comment_reaction` for a key that is none.
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
