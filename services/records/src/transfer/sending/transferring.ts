import { can, ServiceError, type Actor } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { ReadDeps } from '../../read/read-deps.ts';
import { loadOrRefuse } from '../../read/load-record.ts';
import type { RecordDocument } from '../../model/record.ts';
import type { transferCodes } from '../transfer-codes.ts';

type Code = (typeof transferCodes)['send' | 'sendUpdate'];

const message = 'Insufficient permissions';

/** @throws ServiceError for who may transfer no contact at all. */
export function refuseUnlessTransferring(actor: Actor, code: Code): void {
  if (can(actor, 'dt_all_access_contacts') || can(actor, 'manage_dt')) return;
  throw new ServiceError(code, message, { status: 403 });
}

/**
 * A contact that the caller may transfer: one that they may update.
 * @throws ServiceError the same as for who may transfer none, whether or not it is there.
 */
export function loadTransferable(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<ReadDeps, 'records' | 'hooks' | 'postTypes'>,
  id: number,
  code: Code,
): Promise<RecordDocument> {
  return loadOrRefuse(call, deps, { postType: 'contacts', id, action: 'update', code, message });
}
