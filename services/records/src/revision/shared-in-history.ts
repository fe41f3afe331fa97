import { type Revision, sharedWith } from './revision.ts';
import type { ActivityDraft } from '../model/activity-row.ts';

/** The same revision, shared with these users too, and the history says so of those who did not have it. */
export function sharedInHistory(revision: Revision, userIds: Iterable<number>): Revision {
  const shared = sharedWith(revision, userIds);
  if (shared === revision) return revision;
  const added = shared.record.sharedWith.slice(revision.record.sharedWith.length);
  return { ...shared, rows: [...shared.rows, ...added.map((userId) => shareRow('share', userId))] };
}

/** The same revision, no longer shared with a user. */
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

/** The history row that says that a record was shared with a user, or is no longer (docs/history.md#what-is-recorded). */
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
