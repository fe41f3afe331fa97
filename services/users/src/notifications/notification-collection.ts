import { Schema, type Connection, type Model } from 'mongoose';
import type { StoredNotification } from '../model/notification.ts';

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
    comment: { type: { original: maybeEmpty, current: String, version: count }, _id: false },
    at: moment,
    isUnread: { type: Boolean, required: true },
    unreadSince: moment,
    channels: { type: [String], required: true },
    eventId: text,
    commitId: text,
  },
  { versionKey: false, collection: 'notifications' },
);
// A notification is unique per event, user, name and value, however often the event is delivered.
schema.index({ eventId: 1, userId: 1, name: 1, fieldKey: 1, fieldValue: 1 }, { unique: true });
// For a user's list, newest first, and for listing and counting unread ones.
schema.index({ userId: 1, channels: 1, at: -1, _id: -1 });
schema.index({ userId: 1, channels: 1, isUnread: 1, at: -1, _id: -1 });
// For removal with the record, for views of the record, and for changes and removal of a comment.
schema.index({ 'record.id': 1 });
schema.index({ userId: 1, isUnread: 1, 'record.id': 1 });
schema.index({ secondaryId: 1 }, { partialFilterExpression: { secondaryId: { $gt: 0 } } });

export function notificationModel(connection: Connection): Model<StoredNotification> {
  return connection.model<StoredNotification>('Notification', schema);
}
