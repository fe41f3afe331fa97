import type { ActivityDraft } from '../model/activity-row.ts';
import { recordDraft } from '../revision/activity-of-changes.ts';

/** The history row of an accepted or declined assignment (docs/sharing.md#accepting-a-contact). */
export function assignmentRow(isAccepted: boolean): ActivityDraft {
  return recordDraft(isAccepted ? 'assignment_accepted' : 'assignment_decline', true);
}
