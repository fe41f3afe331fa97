import { msg, asMessage, ServiceError } from '@svc/contracts';
import { cleanComment } from '@svc/service-kit';
import type { WriteCode } from './write-code.ts';

/** The cleaned text of a comment. @throws ServiceError with the given code for too many tags or a blank text. */
export function commentText(sent: string, code: WriteCode): string {
  const cleaned = cleanComment(sent);
  if ('text' in cleaned) return cleaned.text;
  throw new ServiceError(code, msg`The comment ${asMessage(cleaned.problem)} in "comment".`, {
    status: 400,
    data: { params: ['comment'] },
  });
}
