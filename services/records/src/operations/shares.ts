import { createHash } from 'node:crypto';
import { recordsShares } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Collections } from '../store/collections.ts';
import type { ReadDeps } from '../read/read-deps.ts';
import { loadOrRefuse } from '../read/load-record.ts';
import { readLean } from '../store/read-with-deadline.ts';

/** The users with whom a record is shared, in the order of sharing. */
export const shares = defineHandler(
  recordsShares,
  async (call, deps: ReadDeps & Pick<Collections, 'shares'>) => {
    const postType = deps.postTypes.get(call.input.post_type).key;
    const { id } = call.input;
    const refusal = { code: 'no_permission', message: 'You do not have permission for this' } as const;
    const { sharedWith } = await loadOrRefuse(call, deps, { postType, id, action: 'view', ...refusal });
    const [documents, people] = await Promise.all([
      readLean(call, deps.shares.find({ recordId: id })),
      deps.people.names(call, sharedWith),
    ]);
    const ids = new Map(documents.map((document) => [document.userId, document._id]));
    return sharedWith.map((userId) => ({
      id: String(ids.get(userId) ?? idWithoutDocument(id, userId)),
      user_id: String(userId),
      post_id: String(id),
      meta: null,
      display_name: people.get(userId)?.displayName ?? 'Not Found',
    }));
  },
);

/** The id of a share without a document of its own: a stable number of 48 bits, larger than the ids of the sequence will ever be. */
function idWithoutDocument(recordId: number, userId: number): number {
  return createHash('sha256').update(`${recordId}:${userId}`).digest().readUIntBE(0, 6);
}
