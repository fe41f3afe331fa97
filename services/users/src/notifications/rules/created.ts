import { say, type RecordEvent } from '@svc/contracts';
import { isToldCreation } from './record-change.ts';
import type { Row } from './row.ts';

/** A new record is somebody's to take care of: he is told. */
export const created: Row<RecordEvent> = {
  name: 'created',
  action: 'alert',
  type: 'new_assigned',
  tells(event) {
    const { audience, visibility } = event.data;
    if (!isToldCreation(event) || !audience?.assigned_to) return [];
    return [{ fieldKey: visibility.type, to: () => [audience.assigned_to] }];
  },
  note: ({ record }) => say`${record} was created and assigned to you.`,
};
