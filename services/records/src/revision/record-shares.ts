import type { mongo } from 'mongoose';
import type { Write, EventDraft } from '@svc/service-kit';
import type { WriteDeps } from './write-deps.ts';
import type { Revision } from './revision.ts';

type Deps = Pick<WriteDeps, 'store' | 'shares' | 'shareIds'>;

/** The writes that keep share documents equal to `sharedWith`, in the transaction of the records. */
export async function shareWrites(deps: Deps, revisions: readonly Revision[]): Promise<Write[]> {
  const changes = revisions.map((revision) => ({ revision, ...shareChanges(revision) }));
  const count = changes.reduce((sum, { added }) => sum + added.length, 0);
  const ids = count > 0 ? await deps.shareIds.nextIds(count) : [];
  return changes.flatMap(({ revision: { record, at }, added, removed }) => [
    ...added.map((userId) => {
      const share = { _id: ids.shift(), createdAt: at, meta: null };
      return addition(deps, { recordId: record._id, userId }, share);
    }),
    ...(removed.length > 0 ? [removal(deps, { recordId: record._id, userId: { $in: removed } })] : []),
  ]);
}

export function deleteShares(deps: Deps, recordId: number): Write {
  return removal(deps, { recordId });
}

/** Keeps a share document that already exists, for example one left behind by an earlier failure. */
function addition({ store, shares }: Deps, filter: mongo.Document, share: mongo.Document): Write {
  const namespace = store.namespace(shares);
  return { model: { name: 'updateOne', namespace, filter, update: { $setOnInsert: share }, upsert: true } };
}

function removal({ store, shares }: Deps, filter: mongo.Document): Write {
  return { model: { name: 'deleteMany', namespace: store.namespace(shares), filter } };
}

/** Users who gained or lost access, in the order of `sharedWith`. */
export interface ShareChanges {
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

const none: ShareChanges = { added: [], removed: [] };

/** The users for whom a revision adds or ends sharing, whatever the reason. */
function shareChanges({ read, record }: Pick<Revision, 'read' | 'record'>): ShareChanges {
  const before = read?.sharedWith ?? [];
  if (before === record.sharedWith) return none;
  const former = new Set(before);
  const current = new Set(record.sharedWith);
  return {
    added: record.sharedWith.filter((userId) => !former.has(userId)),
    removed: before.filter((userId) => !current.has(userId)),
  };
}

/** An event for each user for whom sharing began or ended. */
export function shareEvents(revision: Revision): EventDraft[] {
  const { added, removed } = shareChanges(revision);
  const isNotified = (userId: number) => revision.notifiedUsers?.includes(userId) ?? false;
  return [
    ...added.map((userId) => shareEvent('created', revision, { userId, silent: !isNotified(userId) })),
    ...removed.map((userId) => shareEvent('deleted', revision, { userId, silent: true })),
  ];
}

function shareEvent(
  verb: 'created' | 'deleted',
  { record }: Revision,
  { userId, silent }: { userId: number; silent: boolean },
): EventDraft {
  const { _id: id, postType, name, version } = record;
  const about = { post_type: postType, record_id: id, record_name: name, user_id: userId, version, silent };
  const data = { share: about };
  return { entity: 'share', verb, postType, subject: `${postType}/${id}`, data, withoutValues: () => data };
}
