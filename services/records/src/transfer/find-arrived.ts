import type { Call } from '@svc/service-kit';
import type { Transfer } from '../store/transfer-model.ts';
import type { Collections } from '../store/collections.ts';
import { readLean } from '../store/read-with-deadline.ts';

/**
 * The contact that the caller's site link sent with this key; undefined if there is none. The sending site knows it by its own id (`remoteId`),
 * or by the one that this site returned.
 */
export async function findArrived(
  call: Pick<Call, 'actor' | 'deadline'>,
  { transfers, records }: Pick<Collections, 'transfers' | 'records'>,
  known: Pick<Transfer, 'foreignKey'> & (Pick<Transfer, 'remoteId'> | Pick<Transfer, 'recordId'>),
) {
  const { siteLinkId } = call.actor;
  if (siteLinkId === undefined) return undefined;
  const received = { direction: 'in', siteLinkId, ...known } as const;
  const transfer = await readLean(call, transfers.findOne(received).sort({ createdAt: -1 }));
  if (!transfer) return undefined;
  const record = await readLean(call, records.findOne({ _id: transfer.recordId, postType: 'contacts' }));
  return record ? { transfer, record } : undefined;
}
