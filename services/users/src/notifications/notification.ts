import { Schema, type Connection, type Model } from 'mongoose';
import type { Channel } from '../profile/notification-settings.ts';

/** What can be told; each has a file in `rules/`. */
export type NotificationName =
  | 'created'
  | 'assigned_to'
  | 'assigned_to_other'
  | 'requires_update'
  | 'milestone'
  | 'contact_info_update'
  | 'share'
  | 'subassigned'
  | 'mention'
  | 'comment'
  | 'assignment_declined';

/** What users switch on and off: several names may be of one type. */
export type NotificationType =
  | 'new_assigned'
  | 'mentions'
  | 'comments'
  | 'updates'
  | 'changes'
  | 'milestones'
  | 'share'
  | 'subassigned'
  | 'assignment_declined';

/** Somebody as a notification names him; the user id is 0, and the name may be empty, for who is no user. */
export interface NamedPerson {
  readonly userId: number;
  readonly name: string;
}

/** One thing that one user is told, with everything as it was when it happened. */
export interface StoredNotification {
  readonly _id: number;
  /** Who is told. */
  readonly userId: number;
  readonly name: NotificationName;
  readonly action: 'alert' | 'comment' | 'mentioned';
  readonly type: NotificationType;
  /** Who did it. Nameless: the system. */
  readonly actor: NamedPerson;
  readonly record: { readonly id: number; readonly postType: string; readonly name: string };
  /** Who was responsible for the record, where the note names him. */
  readonly assignee?: NamedPerson;
  readonly fieldKey: string;
  readonly fieldValue: string;
  /** Id of the comment, or of the user who declined; else 0. */
  readonly secondaryId: number;
  /** Of a mention or a comment: its text as it was told, and as it is since it was changed. HTML, cleaned. */
  readonly comment?: { readonly told: string; readonly now?: string; readonly version: number };
  /** When it happened. */
  readonly at: Date;
  /** Whether it is unread, and since when: a view after that makes it read. */
  readonly isUnread: boolean;
  readonly unreadSince: Date;
  /** Those that were open when it was made. */
  readonly channels: readonly Channel[];
  readonly eventId: string;
  readonly commitId: string;
}

const text = { type: String, required: true };
const maybeEmpty = { type: String, default: '' };
const count = { type: Number, required: true };
const moment = { type: Date, required: true };
const person = { userId: count, name: maybeEmpty };

const schema = new Schema<StoredNotification>(
  {
    _id: count,
    userId: count,
    name: text,
    action: text,
    type: text,
    actor: { type: person, _id: false, required: true },
    record: { type: { id: count, postType: text, name: maybeEmpty }, _id: false, required: true },
    assignee: { type: person, _id: false },
    fieldKey: maybeEmpty,
    fieldValue: maybeEmpty,
    secondaryId: count,
    comment: { type: { told: maybeEmpty, now: String, version: count }, _id: false },
    at: moment,
    isUnread: { type: Boolean, required: true },
    unreadSince: moment,
    channels: { type: [String], required: true },
    eventId: text,
    commitId: text,
  },
  { versionKey: false, collection: 'notifications' },
);
// What an event tells one user by one name it tells him once, however often it is delivered.
schema.index({ eventId: 1, userId: 1, name: 1, fieldKey: 1, fieldValue: 1 }, { unique: true });
// A user's list, newest first; of those unread, and how many they are.
schema.index({ userId: 1, channels: 1, at: -1, _id: -1 });
schema.index({ userId: 1, channels: 1, isUnread: 1, at: -1, _id: -1 });
// What goes with its record, is read by a view of it, or goes and changes with its comment.
schema.index({ 'record.id': 1 });
schema.index({ userId: 1, isUnread: 1, 'record.id': 1 });
schema.index({ secondaryId: 1 }, { partialFilterExpression: { secondaryId: { $gt: 0 } } });

/** The collection of notifications. */
export function notificationModel(connection: Connection): Model<StoredNotification> {
  return connection.model<StoredNotification>('Notification', schema);
}
