import type { Call } from '@svc/service-kit';
import type { Collections } from '../store/collections.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import type { RecordDocument } from '../model/record.ts';
import type { Transfer } from '../store/transfer-model.ts';

/** A contact that came from another site, and how. */
export interface Arrived {
  readonly transfer: Transfer;
  readonly record: RecordDocument;
}

/** As what a site knows a contact that it has sent: its own id of it, or the one that it was told here. */
export type KnownAs = { readonly remoteId: number } | { readonly recordId: number };

/** A contact that came over the caller's own site link, by what both sites know of it; undefined when there is none. */
export async function findArrived(
  { actor, deadline }: Pick<Call, 'actor' | 'deadline'>,
  { transfers, records }: Pick<Collections, 'transfers' | 'records'>,
  known: KnownAs & { readonly foreignKey: string },
): Promise<Arrived | undefined> {
  const { siteLinkId } = actor;
  if (siteLinkId === undefined) return undefined;
  const [transfer] = await readWithDeadline(deadline, (maxTimeMS) =>
    transfers
      .find({ direction: 'in', siteLinkId, ...known })
      .sort({ createdAt: -1 })
      .limit(1)
      .maxTimeMS(maxTimeMS)
      .lean<Transfer[]>(),
  );
  if (!transfer) return undefined;
  const record = await readWithDeadline(deadline, (maxTimeMS) =>
    records
      .findOne({ _id: transfer.recordId, postType: 'contacts' })
      .maxTimeMS(maxTimeMS)
      .lean<RecordDocument>(),
  );
  return record ? { transfer, record } : undefined;
}
