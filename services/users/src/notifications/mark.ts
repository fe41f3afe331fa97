import { Schema, type Connection, type Model } from 'mongoose';

/** Longer than an event can take, including the dead letters and a repair by an operator. */
const keptSeconds = 60 * 24 * 60 * 60;

/** A note about an event, record or comment, so that late or repeated events change nothing any more. */
export interface Mark {
  /** `event/<id>`, `record/<id>` or `comment/<id>`. */
  readonly _id: string;
  /** Whether the record or comment was deleted. */
  readonly isGone?: boolean;
  /** For an edited comment: its current text, and the version with this text. */
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

export function markModel(connection: Connection): Model<Mark> {
  return connection.model<Mark>('NotificationMark', schema);
}
