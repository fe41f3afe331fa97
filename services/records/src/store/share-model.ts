import { Schema, type Connection, type Model } from 'mongoose';

/**
 * That a record was shared with a user. Whom a record is shared with is in the record (`sharedWith`); this keeps the id of the share,
 * and since when it is. A record that was stored beside the operations may have none of these.
 */
export interface ShareDocument {
  readonly _id: number;
  readonly recordId: number;
  readonly userId: number;
  readonly createdAt: Date;
  /** Of no use to anybody, and part of what clients know as a share (docs/sharing.md). */
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
