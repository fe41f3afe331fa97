import { say, type RecordEvent } from '@svc/contracts';
import { hasWritten } from './record-change.ts';
import type { Row } from './row.ts';

/** A record became somebody's to take care of: the others who follow it are told. */
export const assignedToOther: Row<RecordEvent> = {
  name: 'assigned_to_other',
  action: 'alert',
  type: 'changes',
  tells(event) {
    const assignee = event.data.audience?.assigned_to;
    if (!assignee || !hasWritten(event, 'assigned_to')) return [];
    return [
      {
        fieldKey: 'assigned_to',
        fieldValue: String(assignee),
        namesAssignee: true,
        to: ({ followers }) => followers.filter((userId) => userId !== assignee),
      },
    ];
  },
  note: ({ actor, record, assignee }) => say`@${actor} assigned ${record} to @${assignee}.`,
};
