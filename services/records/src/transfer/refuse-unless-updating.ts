import { can, type Actor } from '@svc/contracts';
import { badRequest, type transferCodes } from './transfer-codes.ts';

/** @throws ServiceError for a site link that may neither read nor update the contacts that it sent. */
export function refuseUnlessUpdating(
  actor: Actor,
  code: (typeof transferCodes)['summary' | 'receiveUpdate'],
): void {
  if (!can(actor, 'update_own_contacts')) throw badRequest(code, 'Missing permissions');
}
