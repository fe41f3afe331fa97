import { say, type RecordEvent } from '@svc/contracts';
import { addedTo, hasWritten, isToldCreation } from './record-change.ts';
import type { Row } from './row.ts';

const key = 'subassigned';

/** A record was sub-assigned to contacts that stand for users: these are told. */
export const subassigned: Row<RecordEvent> = {
  name: 'subassigned',
  action: 'alert',
  type: 'subassigned',
  tells(event) {
    const { audience, written = [] } = event.data;
    const isWritten = hasWritten(event, key) || (isToldCreation(event) && written.includes(key));
    const contacts = new Set(addedTo(event, key).map(Number));
    // Connections of that name to something else than contacts stand for nobody.
    const added = (audience?.subassigned ?? []).filter((contactId) => contacts.has(contactId));
    if (!isWritten || added.length === 0) return [];
    return [
      {
        fieldKey: 'comments',
        to: ({ userOf }) => added.flatMap((contactId) => userOf.get(contactId) ?? []),
      },
    ];
  },
  note: ({ actor, record }) => say`${actor} subassigned ${record} to you.`,
};
