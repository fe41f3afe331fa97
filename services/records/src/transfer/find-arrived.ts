import type { Call } from '@svc/service-kit';
import type { Collections } from '../store/collections.ts';
import { readLean } from '../store/read-with-deadline.ts';

/** The id by which the sending site knows a contact: its own, or the one that this site returned. */
type KnownAs = { readonly remoteId: number } | { readonly recordId: number };

/** The contact that the caller's site link sent with this key and id; undefined if there is none. */
export async function findArrived(
  { actor, deadline }: Pick<Call, 'actor' | 'deadline'>,
  { transfers, records }: Pick<Collections, 'transfers' | 'records'>,
  known: KnownAs & { readonly foreignKey: string },
) {
  const { siteLinkId } = actor;
  if (siteLinkId === undefined) return undefined;
  const [transfer] = await readLean(
    { deadline },
    transfers
      .find({ direction: 'in', siteLinkId, ...known })
      .sort({ createdAt: -1 })
      .limit(1),
  );
  if (!transfer) return undefined;
  const record = await readLean(
    { deadline },
    records.findOne({ _id: transfer.recordId, postType: 'contacts' }),
  );
  return record ? { transfer, record } : undefined;
}
