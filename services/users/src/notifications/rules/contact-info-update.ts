import { say, type RecordEvent } from '@svc/contracts';
import { hasWritten, writtenKeys } from './record-change.ts';
import type { Row } from './row.ts';

/** Ways to reach somebody changed: all followers are told, once. */
export const contactInfoUpdate: Row<RecordEvent> = {
  name: 'contact_info_update',
  action: 'alert',
  type: 'changes',
  tells(event) {
    const key = writtenKeys(event).find((each) => each.startsWith('contact_'));
    return key !== undefined && hasWritten(event, key) ? [{ to: ({ followers }) => followers }] : [];
  },
  note: ({ actor, record }) => say`${actor} modified contact details on ${record}.`,
};
