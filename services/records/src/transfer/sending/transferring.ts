import { can, ServiceError, type Actor } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { ReadDeps } from '../../read/read-deps.ts';
import { loadOrRefuse } from '../../read/load-record.ts';
import type { RecordDocument } from '../../model/record.ts';
import type { transferCodes } from '../transfer-codes.ts';

type Code = (typeof transferCodes)['send' | 'sendUpdate'];

const message = 'Insufficient permissions';

/** @throws ServiceError for callers who may not transfer contacts. */
export function refuseUnlessTransferring(actor: Actor, code: Code): void {
  if (can(actor, 'dt_all_access_contacts') || can(actor, 'manage_dt')) return;
  throw new ServiceError(code, message, { status: 403 });
}

/**
 * Loads a contact to transfer, which the caller must be allowed to update.
 * @throws ServiceError the same for a missing contact as for callers who may not transfer contacts.
 */
export function loadTransferable(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<ReadDeps, 'records' | 'hooks' | 'postTypes'>,
  id: number,
  code: Code,
): Promise<RecordDocument> {
  return loadOrRefuse(call, deps, { postType: 'contacts', id, action: 'update', code, message });
}
