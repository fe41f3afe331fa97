import { say, type RecordEvent } from '@svc/contracts';
import type { Row } from './row.ts';

/** Who was to take care of a contact gave it back: whom it falls back to is told, though the update is silent. */
export const assignmentDeclined: Row<RecordEvent> = {
  name: 'assignment_declined',
  action: 'alert',
  type: 'assignment_declined',
  tells({ data: { occasion, audience, actor } }) {
    if (occasion !== 'assignment_declined' || !audience?.assigned_to) return [];
    return [{ secondaryId: actor.user_id, to: () => [audience.assigned_to] }];
  },
  note: ({ actor, record }) => say`${actor} declined assignment on: ${record}.`,
};
