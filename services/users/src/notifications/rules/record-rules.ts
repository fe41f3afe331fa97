import { type RecordEvent, msg } from '@svc/contracts';
import type { PossibleRecipients, NotificationRule } from './notification-rule.ts';

/** A new record has an assignee. */
const created: NotificationRule<RecordEvent> = {
  name: 'created',
  action: 'alert',
  type: 'new_assigned',
  notices(event) {
    const { audience, visibility } = event.data;
    if (!isAnnouncedCreation(event) || !audience?.assigned_to) return [];
    return [{ fieldKey: visibility.type, to: () => [audience.assigned_to] }];
  },
  note: ({ record }) => msg`${record} was created and assigned to you.`,
};

/** A record got another assignee. */
const assignedTo: NotificationRule<RecordEvent> = {
  name: 'assigned_to',
  action: 'alert',
  type: 'new_assigned',
  notices(event) {
    const assignee = event.data.audience?.assigned_to;
    if (!assignee || !hasWritten(event, 'assigned_to')) return [];
    return [{ to: () => [assignee] }];
  },
  note: ({ record }) => msg`You have been assigned: ${record}.`,
};

/** A record became somebody's to take care of: the others who follow it are told. */
const assignedToOther: NotificationRule<RecordEvent> = {
  name: 'assigned_to_other',
  action: 'alert',
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

/** An update is asked for: of the followers those are told whose task the record is. */
const requiresUpdate: NotificationRule<RecordEvent> = {
  name: 'requires_update',
  action: 'alert',
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

/** The field of a type whose options are steps on a way. */
const stepFields: Readonly<Record<string, string>> = { contacts: 'milestones', groups: 'health_metrics' };

/** A step was reached: all followers are told of each. */
const milestone: NotificationRule<RecordEvent> = {
  name: 'milestone',
  action: 'alert',
  type: 'milestones',
  notices(event) {
    const field = stepFieldOf(event.data.record.post_type);
    if (field === undefined || !hasWritten(event, field)) return [];
    return addedTo(event, field).map((option) => ({
      fieldKey: 'milestones',
      fieldValue: String(option),
      to: ({ followers }) => followers,
    }));
  },
  note: ({ actor, option, record }) => msg`${actor} added milestone ${option} on ${record}.`,
};

/** Ways to reach somebody changed: all followers are told, once. */
const contactInfoUpdate: NotificationRule<RecordEvent> = {
  name: 'contact_info_update',
  action: 'alert',
  type: 'changes',
  notices(event) {
    const key = writtenKeys(event).find((each) => each.startsWith('contact_'));
    return key !== undefined && hasWritten(event, key) ? [{ to: ({ followers }) => followers }] : [];
  },
  note: ({ actor, record }) => msg`${actor} modified contact details on ${record}.`,
};

/** A record was sub-assigned to contacts that stand for users: these are told. */
const subassigned: NotificationRule<RecordEvent> = {
  name: 'subassigned',
  action: 'alert',
  type: 'subassigned',
  notices(event) {
    const { audience, written = [] } = event.data;
    const key = 'subassigned';
    const isWritten = hasWritten(event, key) || (isAnnouncedCreation(event) && written.includes(key));
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
  note: ({ actor, record }) => msg`${actor} subassigned ${record} to you.`,
};

/** An assignee declined a contact: the new assignee is notified, though the update is silent. */
const assignmentDeclined: NotificationRule<RecordEvent> = {
  name: 'assignment_declined',
  action: 'alert',
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

/** The field that the option of a milestone is of; undefined for types without milestones. */
export function stepFieldOf(postType: string): string | undefined {
  return Object.hasOwn(stepFields, postType) ? stepFields[postType] : undefined;
}

function followersInCharge({ followers, userOf, audience }: PossibleRecipients): number[] {
  const subassigned = (audience?.subassigned ?? []).map((contactId) => userOf.get(contactId));
  const inCharge = new Set([audience?.assigned_to, ...subassigned]);
  return followers.filter((userId) => inCharge.has(userId));
}

/** Nobody is notified of silent changes, nor of changes of contacts that represent users. */
function isAnnounced({ data }: RecordEvent): boolean {
  return !data.silent && !(data.record.post_type === 'contacts' && data.visibility.type === 'user');
}

/** Whether a new record may be notified of. */
function isAnnouncedCreation(event: RecordEvent): boolean {
  return event.type === 'svc.record.created' && isAnnounced(event);
}

/** Whether an update that may be notified of changed a field that its request named. */
function hasWritten(event: RecordEvent, key: string): boolean {
  return event.type === 'svc.record.updated' && isAnnounced(event) && writtenKeys(event).includes(key);
}

/** The fields that the request named and that changed. */
function writtenKeys({ data: { changed, written = [] } }: RecordEvent): string[] {
  return written.filter((key) => Object.hasOwn(changed, key));
}

/** The values added to a field with several values, without those that changed. Empty when the event had no room for them. */
function addedTo({ data: { changed } }: RecordEvent, key: string): unknown[] {
  const change = changed[key];
  if (!change || !('added' in change)) return [];
  return change.added.filter((value) => !change.removed.includes(value));
}
