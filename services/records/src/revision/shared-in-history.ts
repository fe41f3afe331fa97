import { type Revision, sharedWith } from './revision.ts';
import type { ActivityDraft } from '../model/activity-row.ts';

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

/** The history row of a share that began or ended (docs/history.md#what-is-recorded). */
function shareRow(action: 'share' | 'remove', userId: number): ActivityDraft {
  const verb = action === 'share' ? 'Shared' : 'Unshared';
  return {
    action,
    objectSubtype: 'share',
    metaKey: '',
    metaValue: String(userId),
    oldValue: '',
    fieldType: '',
    objectNote: `${verb} with user-${userId}`,
    valueKey: '',
    listed: true,
  };
}
