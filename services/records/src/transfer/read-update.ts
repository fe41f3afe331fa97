import { msg } from '@svc/contracts';
import { cleanComment, cutComment } from '@svc/service-kit';
import { badRequest, transferCodes } from './transfer-codes.ts';
import { withoutMentions } from './without-mentions.ts';

/**
 * The word about a contact that goes to another site, or comes from there: nobody of the other site is mentioned by it. One that is too
 * long is refused here, and cut when it comes from there.
 * @throws ServiceError when there is nothing to read in it.
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
