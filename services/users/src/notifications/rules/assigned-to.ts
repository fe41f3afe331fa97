import { say, type RecordEvent } from '@svc/contracts';
import { hasWritten } from './record-change.ts';
import type { Row } from './row.ts';

/** A record became somebody's to take care of: he is told. */
export const assignedTo: Row<RecordEvent> = {
  name: 'assigned_to',
  action: 'alert',
  type: 'new_assigned',
  tells(event) {
    const assignee = event.data.audience?.assigned_to;
    if (!assignee || !hasWritten(event, 'assigned_to')) return [];
    return [{ to: () => [assignee] }];
  },
  note: ({ record }) => say`You have been assigned: ${record}.`,
};
