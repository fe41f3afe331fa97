import { msg } from '@svc/contracts';
import { cleanComment, cutComment } from '@svc/service-kit';
import { badRequest, transferCodes } from './transfer-codes.ts';
import { withoutMentions } from './without-mentions.ts';

/**
 * A comment that is sent to another site or received from it, without mentions, which would name users of the wrong site. A comment that is
 * too long is refused on sending and cut on receipt.
 * @throws ServiceError when nothing readable is left.
 */
export function readUpdate(
  sent: string | null | undefined,
  code: (typeof transferCodes)['sendUpdate' | 'receiveUpdate'],
): string {
  if (!sent) throw badRequest(code, 'Missing required parameters.');
  const isReceived = code === transferCodes.receiveUpdate;
  const cleaned = cleanComment(withoutMentions(isReceived ? cutComment(sent) : sent));
  if ('problem' in cleaned) throw badRequest(code, msg`The update ${cleaned.problem}.`);
  return cleaned.text;
}
