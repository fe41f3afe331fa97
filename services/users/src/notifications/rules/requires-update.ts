import { say, type RecordEvent } from '@svc/contracts';
import { hasWritten } from './record-change.ts';
import type { People, Row } from './row.ts';

/** An update is asked for: of the followers those are told whose task the record is. */
export const requiresUpdate: Row<RecordEvent> = {
  name: 'requires_update',
  action: 'alert',
  type: 'updates',
  tells(event) {
    const change = event.data.changed['requires_update'];
    const isAsked = change !== undefined && 'after' in change && change.after === true;
    if (!isAsked || !hasWritten(event, 'requires_update')) return [];
    return [{ namesAssignee: true, to: followersInCharge }];
  },
  note: ({ assignee, record }) =>
    assignee === ''
      ? say`An update is requested on ${record}.`
      : say`@${assignee}, an update is requested on ${record}.`,
};

function followersInCharge({ followers, userOf, audience }: People): number[] {
  const subassigned = (audience?.subassigned ?? []).map((contactId) => userOf.get(contactId));
  const inCharge = new Set([audience?.assigned_to, ...subassigned]);
  return followers.filter((userId) => inCharge.has(userId));
}
