import { ServiceError } from '@svc/contracts';
import { cleanText, isBlank } from '@svc/service-kit';
import type { WriteCode } from './write-code.ts';

/** More than anybody writes or pastes: the time to clean nested tags grows with the square of their number. */
const mostTags = 10_000;
const tags = /<\/?[a-z]/gi;

/**
 * The text of a comment that was sent, cleaned.
 * @throws ServiceError with the given code when it has too many tags, or nothing to read.
 */
export function commentText(sent: string, code: WriteCode): string {
  if ((sent.match(tags)?.length ?? 0) > mostTags) {
    throw refused(code, `The comment has more than ${mostTags} HTML tags: send its text without them.`);
  }
  const cleaned = cleanText(sent);
  if (!isBlank(cleaned)) return cleaned;
  throw refused(code, 'The comment is empty: send some text in "comment".');
}

function refused(code: WriteCode, message: string): ServiceError {
  return new ServiceError(code, message, { status: 400, data: { params: ['comment'] } });
}
