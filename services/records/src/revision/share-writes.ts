import type { mongo } from 'mongoose';
import type { Write } from '@svc/service-kit';
import type { WriteDeps } from './write-deps.ts';
import type { Revision } from './revision.ts';
import { shareChanges } from './share-changes.ts';

type Deps = Pick<WriteDeps, 'store' | 'shares' | 'shareIds'>;

/** The writes by which the shares of records stay what their `sharedWith` says, in the transaction of the records. */
export async function shareWrites(deps: Deps, revisions: readonly Revision[]): Promise<Write[]> {
  const changes = revisions.map((revision) => ({ revision, ...shareChanges(revision) }));
  const count = changes.reduce((sum, { added }) => sum + added.length, 0);
  const ids = count > 0 ? await deps.shareIds.take(count) : [];
  return changes.flatMap(({ revision: { record, at }, added, removed }) => [
    ...added.map((userId) => {
      const share = { _id: ids.shift(), createdAt: at, meta: null };
      return addition(deps, { recordId: record._id, userId }, share);
    }),
    ...(removed.length > 0 ? [removal(deps, { recordId: record._id, userId: { $in: removed } })] : []),
  ]);
}

/** Deletes what there is of a record's shares. */
export function deleteShares(deps: Deps, recordId: number): Write {
  return removal(deps, { recordId });
}

/** Something that was left behind may stand in its place: then that is the share. */
function addition({ store, shares }: Deps, filter: mongo.Document, share: mongo.Document): Write {
  const namespace = store.namespace(shares);
  return { model: { name: 'updateOne', namespace, filter, update: { $setOnInsert: share }, upsert: true } };
}

function removal({ store, shares }: Deps, filter: mongo.Document): Write {
  return { model: { name: 'deleteMany', namespace: store.namespace(shares), filter } };
}
