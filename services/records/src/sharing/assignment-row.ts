import type { ActivityDraft } from '../model/activity-row.ts';
import { recordDraft } from '../revision/activity-of-changes.ts';

/** The history row that says that somebody took a contact that they were given, or declined it (docs/sharing.md#accepting-a-contact). */
export function assignmentRow(isAccepted: boolean): ActivityDraft {
  return recordDraft(isAccepted ? 'assignment_accepted' : 'assignment_decline', true);
}
