import type { ActivityDraft } from '../activity/activity-row.ts';

/** The history row that says that a record was shared with a user, or is no longer (facts of raw rows). */
export function shareRow(action: 'share' | 'remove', userId: number): ActivityDraft {
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
