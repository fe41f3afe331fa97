import { msg, asMessage, ServiceError } from '@svc/contracts';
import { cleanComment } from '@svc/service-kit';
import type { WriteCode } from './write-code.ts';

/**
 * The text of a comment that was sent, cleaned.
 * @throws ServiceError with the given code when it has too many tags, or nothing to read.
 */
export function commentText(sent: string, code: WriteCode): string {
  const cleaned = cleanComment(sent);
  if ('text' in cleaned) return cleaned.text;
  throw new ServiceError(code, msg`The comment ${asMessage(cleaned.problem)} in "comment".`, {
    status: 400,
    data: { params: ['comment'] },
  });
}
