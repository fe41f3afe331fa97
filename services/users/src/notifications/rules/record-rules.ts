import { type RecordEvent, msg } from '@svc/contracts';
import type { PossibleRecipients, NotificationRule } from './notification-rule.ts';

/** A record was created with an assignee, who is notified. */
const created: NotificationRule<RecordEvent> = {
  name: 'created',
  type: 'new_assigned',
  notices(event) {
    const { audience, visibility } = event.data;
    if (!isAnnouncedCreation(event) || !audience?.assigned_to) return [];
    return [{ fieldKey: visibility.type, to: () => [audience.assigned_to] }];
  },
  note: ({ record }) => msg`${record} was created and assigned to you.`,
};

/** A record was assigned to another user, who is notified. */
const assignedTo: NotificationRule<RecordEvent> = {
  name: 'assigned_to',
  type: 'new_assigned',
  notices(event) {
    const assignee = event.data.audience?.assigned_to;
    if (!assignee || !hasWritten(event, 'assigned_to')) return [];
    return [{ to: () => [assignee] }];
  },
  note: ({ record }) => msg`You have been assigned: ${record}.`,
};

/** A record was assigned: its other followers are notified. */
const assignedToOther: NotificationRule<RecordEvent> = {
  name: 'assigned_to_other',
  type: 'changes',
  notices(event) {
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
  note: ({ actor, record, assignee }) => msg`@${actor} assigned ${record} to @${assignee}.`,
};

/** An update is requested: notifies followers to whom the record is assigned or subassigned. */
const requiresUpdate: NotificationRule<RecordEvent> = {
  name: 'requires_update',
  type: 'updates',
  notices(event) {
    const change = event.data.changed['requires_update'];
    const isAsked = change !== undefined && 'after' in change && change.after === true;
    if (!isAsked || !hasWritten(event, 'requires_update')) return [];
    return [{ namesAssignee: true, to: followersInCharge }];
  },
  note: ({ assignee, record }) =>
    assignee === ''
      ? msg`An update is requested on ${record}.`
      : msg`@${assignee}, an update is requested on ${record}.`,
};

/** A milestone was added: all followers are notified of each. */
const milestone: NotificationRule<RecordEvent> = {
  name: 'milestone',
  type: 'milestones',
  notices(event) {
    const { milestones: field } = event.data;
    if (field === undefined || !hasWritten(event, field)) return [];
    return addedTo(event, field).map((option) => ({
      fieldKey: 'milestones',
      fieldValue: String(option),
      to: ({ followers }) => followers,
    }));
  },
  note: ({ actor, option, record }) => msg`${actor} added milestone ${option} on ${record}.`,
};

/** A communication channel changed: all followers are notified, once. */
const contactInfoUpdate: NotificationRule<RecordEvent> = {
  name: 'contact_info_update',
  type: 'changes',
  notices(event) {
    const key = writtenKeys(event).find((each) => each.startsWith('contact_'));
    return key !== undefined && hasWritten(event, key) ? [{ to: ({ followers }) => followers }] : [];
  },
  note: ({ actor, record }) => msg`${actor} modified contact details on ${record}.`,
};

/** A record was subassigned to contacts that represent users: these are notified. */
const subassigned: NotificationRule<RecordEvent> = {
  name: 'subassigned',
  type: 'subassigned',
  notices(event) {
    const { audience, written = [] } = event.data;
    const key = 'subassigned';
    const isWritten = hasWritten(event, key) || (isAnnouncedCreation(event) && written.includes(key));
    const contacts = new Set(addedTo(event, key).map(Number));
    // Connections in a field of this name to other post types do not represent users.
    const added = (audience?.subassigned ?? []).filter((contactId) => contacts.has(contactId));
    if (!isWritten || added.length === 0) return [];
    return [
      {
        fieldKey: 'comments',
        to: ({ userOf }) => added.flatMap((contactId) => userOf.get(contactId) ?? []),
      },
    ];
  },
  note: ({ actor, record }) => msg`${actor} subassigned ${record} to you.`,
};

/** An assignee declined a record: the new assignee is notified, although the update is silent. */
const assignmentDeclined: NotificationRule<RecordEvent> = {
  name: 'assignment_declined',
  type: 'assignment_declined',
  notices({ data: { occasion, audience, actor } }) {
    if (occasion !== 'assignment_declined' || !audience?.assigned_to) return [];
    return [{ secondaryId: actor.user_id, to: () => [audience.assigned_to] }];
  },
  note: ({ actor, record }) => msg`${actor} declined assignment on: ${record}.`,
};

/** The rules for events of records, in the order of the documentation. */
export const recordRules: readonly NotificationRule<RecordEvent>[] = [
  created,
  assignedTo,
  assignedToOther,
  requiresUpdate,
  milestone,
  contactInfoUpdate,
  subassigned,
  assignmentDeclined,
];

function followersInCharge({ followers, userOf, audience }: PossibleRecipients): number[] {
  const subassigned = (audience?.subassigned ?? []).map((contactId) => userOf.get(contactId));
  const inCharge = new Set([audience?.assigned_to, ...subassigned]);
  return followers.filter((userId) => inCharge.has(userId));
}

/** Silent changes notify nobody. */
function isAnnounced({ data }: RecordEvent): boolean {
  return !data.silent;
}

/** Whether users may be notified of the creation of this record. */
function isAnnouncedCreation(event: RecordEvent): boolean {
  return event.type === 'svc.record.created' && isAnnounced(event);
}

/** Whether the event is an update that users may be notified of, and changed a field that its request named. */
function hasWritten(event: RecordEvent, key: string): boolean {
  return event.type === 'svc.record.updated' && isAnnounced(event) && writtenKeys(event).includes(key);
}

/** The fields that the request named and that changed. */
function writtenKeys({ data: { changed, written = [] } }: RecordEvent): string[] {
  return written.filter((key) => Object.hasOwn(changed, key));
}

/** The values added to a field with several values, without modified ones. Empty when they did not fit into the event. */
function addedTo({ data: { changed } }: RecordEvent, key: string): unknown[] {
  const change = changed[key];
  if (!change || !('added' in change)) return [];
  return change.added.filter((value) => !change.removed.includes(value));
}
