import { Schema, type Connection, type Model } from 'mongoose';
import type { ActivityRow } from '../model/activity-row.ts';

const text = { type: String, required: false, default: '' };
const integer = { type: Number, required: true };

const schema = new Schema<ActivityRow>(
  {
    _id: integer,
    postType: { type: String, required: true },
    recordId: integer,
    objectName: text,
    action: { type: String, required: true },
    objectSubtype: text,
    metaKey: text,
    metaValue: text,
    oldValue: text,
    fieldType: text,
    objectNote: text,
    metaId: integer,
    listed: { type: Boolean, required: true },
    undo: { type: Schema.Types.Mixed },
    version: integer,
    position: integer,
    time: integer,
    actorId: integer,
    actorName: text,
    actorRole: text,
  },
  { versionKey: false, collection: 'activity' },
);

// A record's history, newest first; rows of the same second in their original order.
schema.index({ recordId: 1, listed: 1, time: -1, version: 1, position: 1 });
// A user's actions, newest first.
schema.index(
  { actorId: 1, time: -1, recordId: -1, version: -1, position: -1 },
  { partialFilterExpression: { actorId: { $gt: 0 } } },
);
// The last assignment of each user, from the index alone.
schema.index(
  { objectSubtype: 1, postType: 1, metaValue: 1, time: -1 },
  { partialFilterExpression: { objectSubtype: 'assigned_to' } },
);

/** The history of all records. */
export function activityModel(connection: Connection): Model<ActivityRow> {
  return connection.model<ActivityRow>('Activity', schema);
}
