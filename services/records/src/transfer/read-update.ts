import { say } from '@svc/contracts';
import { cleanComment } from '@svc/service-kit';
import { badRequest, type transferCodes } from './transfer-codes.ts';
import { withoutMentions } from './without-mentions.ts';

/**
 * The word about a contact that goes to another site, or comes from there: nobody of the other site is mentioned by it.
 * @throws ServiceError when there is nothing to read in it.
 */
export function readUpdate(
  sent: string | null | undefined,
  code: (typeof transferCodes)['sendUpdate' | 'receiveUpdate'],
): string {
  if (!sent) throw badRequest(code, 'Missing required parameters.');
  const cleaned = cleanComment(withoutMentions(sent));
  if ('problem' in cleaned) throw badRequest(code, say`The update ${cleaned.problem}.`);
  return cleaned.text;
}
