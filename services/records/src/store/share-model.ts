import { Schema, type Connection, type Model } from 'mongoose';

/**
 * A share of a record with a user: its id and creation time. The authoritative list of users is in the record (`sharedWith`). Records that
 * were not stored by the operations may have no such documents.
 */
export interface ShareDocument {
  readonly _id: number;
  readonly recordId: number;
  readonly userId: number;
  readonly createdAt: Date;
  /** Always null: a property of shares that clients expect (docs/sharing.md). */
  readonly meta: null;
}

const integer = { type: Number, required: true };

const schema = new Schema<ShareDocument>(
  {
    _id: integer,
    recordId: integer,
    userId: integer,
    createdAt: { type: Date, required: true },
    meta: { type: Schema.Types.Mixed, default: null },
  },
  { versionKey: false, collection: 'shares' },
);

schema.index({ recordId: 1, userId: 1 }, { unique: true });

/** The shares of all records. */
export function shareModel(connection: Connection): Model<ShareDocument> {
  return connection.model<ShareDocument>('Share', schema);
}
