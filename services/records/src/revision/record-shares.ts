import type { Write, EventDraft } from '@svc/service-kit/store';
import { listDelta } from '../fields/shared/list-delta.ts';
import type { ActivityDraft } from '../model/activity-row.ts';
import { recordDraft } from './activity-of-changes.ts';
import { userEvent } from './record-event.ts';
import { type Revision, sharedWith } from './revision.ts';
import { writeTo } from './record-writes.ts';
import type { RevisionPorts } from './revision-ports.ts';

type Deps = Pick<RevisionPorts, 'store' | 'shares' | 'shareIds'>;

/** The writes that keep share documents equal to `sharedWith`, in the transaction of the records. */
export async function shareWrites(deps: Deps, revisions: readonly Revision[]): Promise<Write[]> {
  const changes = revisions.map((revision) => ({ revision, ...shareChanges(revision) }));
  const count = changes.reduce((sum, { added }) => sum + added.length, 0);
  const ids = count > 0 ? await deps.shareIds.nextIds(count) : [];
  return changes.flatMap(({ revision: { record, at }, added, removed }) => [
    ...added.map((userId) => {
      // A share document that already exists stays, for example one left behind by an earlier failure.
      const update = { $setOnInsert: { _id: ids.shift(), createdAt: at, meta: null } };
      const filter = { recordId: record._id, userId };
      return writeTo(deps, deps.shares, { name: 'updateOne', filter, update, upsert: true });
    }),
    ...(removed.length > 0 ? [deletion(deps, record._id, removed)] : []),
  ]);
}

function deletion(deps: Deps, recordId: number, userIds: readonly number[]): Write {
  const filter = { recordId, userId: { $in: userIds } };
  return writeTo(deps, deps.shares, { name: 'deleteMany', filter });
}

/** The users for whom a revision adds or ends sharing, whatever the reason, in the order of `sharedWith`. */
function shareChanges({ read, record }: Pick<Revision, 'read' | 'record'>) {
  return listDelta(read?.sharedWith, record.sharedWith);
}

/** An event for each user for whom sharing began or ended. */
export function shareEvents(revision: Revision): EventDraft[] {
  const { record, notifiedUsers = [] } = revision;
  const { added, removed } = shareChanges(revision);
  const event = (verb: 'created' | 'deleted', userId: number, silent: boolean) =>
    userEvent({ entity: 'share', verb }, record, { user_id: userId, silent });
  return [
    ...added.map((userId) => event('created', userId, !notifiedUsers.includes(userId))),
    ...removed.map((userId) => event('deleted', userId, true)),
  ];
}

/** Shares the record with more users, and adds a history row for each user who did not have it. */
export function sharedInHistory(revision: Revision, userIds: Iterable<number>): Revision {
  const shared = sharedWith(revision, userIds);
  if (shared === revision) return revision;
  const added = shared.record.sharedWith.slice(revision.record.sharedWith.length);
  return { ...shared, rows: [...shared.rows, ...added.map((userId) => shareRow('share', userId))] };
}

/** Ends the sharing with a user, and adds a history row. */
export function unshared(revision: Revision, userId: number): Revision {
  const { record, rows } = revision;
  const users = record.sharedWith.filter((id) => id !== userId);
  if (users.length === record.sharedWith.length) return revision;
  return {
    ...revision,
    record: { ...record, sharedWith: users },
    rows: [...rows, shareRow('remove', userId)],
  };
}

/** The history row of a share that began or ended (docs/guides/history.md#rows). */
function shareRow(action: 'share' | 'remove', userId: number): ActivityDraft {
  const verb = action === 'share' ? 'Shared' : 'Unshared';
  return {
    ...recordDraft(action, true),
    objectSubtype: 'share',
    metaValue: String(userId),
    objectNote: `${verb} with user-${userId}`,
  };
}
