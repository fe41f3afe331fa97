import { Schema, type Connection, type Model } from 'mongoose';

/** Longer than an event can wait for its delivery, with the dead letters and a repair by an operator. */
const keptSeconds = 60 * 24 * 60 * 60;

/** What is remembered of events, so that one that comes late or twice changes nothing any more. */
export interface Mark {
  /** `event/<id>`, `record/<id>` or `comment/<id>`. */
  readonly _id: string;
  /** The record or comment was deleted. */
  readonly isGone?: boolean;
  /** Of a comment that was changed: its text since then, and the version that has it. */
  readonly text?: string;
  readonly version?: number;
  readonly at: Date;
}

const schema = new Schema<Mark>(
  {
    _id: { type: String, required: true },
    isGone: Boolean,
    text: String,
    version: Number,
    at: { type: Date, required: true, expires: keptSeconds },
  },
  { versionKey: false, collection: 'notification_marks' },
);

/** The collection of marks. */
export function markModel(connection: Connection): Model<Mark> {
  return connection.model<Mark>('NotificationMark', schema);
}
