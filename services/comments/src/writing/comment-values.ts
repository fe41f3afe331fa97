import { asMessage, msg, ServiceError } from '@svc/contracts';
import { cleanComment } from '@svc/service-kit/clean-text';

/** The error code of a refused write, one for each kind of write. */
export type WriteCode = 'add_post_comment' | 'update_post_comment';

/** The cleaned text of a comment. @throws ServiceError with the given code for too many tags or a blank text. */
export function commentText(sent: string, code: WriteCode): string {
  const cleaned = cleanComment(sent);
  if ('text' in cleaned) return cleaned.text;
  throw new ServiceError(code, msg`The comment ${asMessage(cleaned.problem)} in "comment".`, {
    status: 400,
    data: { params: ['comment'] },
  });
}

/** `@[<name>](<user id>)`, with a name of at most 200 characters. */
const mention = /@\[[^\n]{0,200}?\]\(([1-9]\d{0,14})\)/g;

/** The ids of the users mentioned in a text, each once, in order; none for a silent comment. */
export function mentionedIn(text: string, { silent = false } = {}): number[] {
  if (silent) return [];
  return [...new Set([...text.matchAll(mention)].map(([, userId]) => Number(userId)))];
}

/** Maximum length of a type, which is free text; the rest is cut off. */
const maxTypeLength = 20;

/** The type of a comment, by default `comment`. */
export function commentType(sent: string | undefined): string {
  return [...(sent ?? '')].slice(0, maxTypeLength).join('').toWellFormed() || 'comment';
}

const datePattern =
  /^(\d{4}-\d{2}-\d{2})(?:(?: (\d{2}:\d{2}:\d{2})(?:\.\d{1,6})?)|(?:T(\d{2}:\d{2}:\d{2})(?:\.\d{1,6})?[+-]\d{2}:?\d{2}))?$/;

/**
 * The date of a comment: `Y-m-d`, `Y-m-d H:i:s` (also with a fraction), or ISO 8601 with a numeric offset, which is
 * ignored. Absent or empty: `now`. Whole seconds.
 * @throws ServiceError `add_post_comment` for any other form and for dates that do not exist.
 */
export function commentDate(text: string | undefined, now: Date): Date {
  if (!text) return new Date(Math.floor(now.getTime() / 1000) * 1000);
  const match = datePattern.exec(text);
  const written = `${match?.[1]}T${match?.[2] ?? match?.[3] ?? '00:00:00'}.000Z`;
  const date = new Date(written);
  if (Number.isNaN(date.getTime()) || date.toISOString() !== written) {
    throw new ServiceError('add_post_comment', 'Invalid date! Correct format should be: Y-m-d H:i:s', {
      status: 400,
    });
  }
  return date;
}
