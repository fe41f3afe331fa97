import { Schema, type Connection, type Model } from 'mongoose';

/** A record that is deleted; ids are never used again. */
export interface DeletedRecord {
  readonly _id: number;
  readonly deletedAt: Date;
}

/** How long it is remembered, in seconds: longer than a comment can be on its way. */
const kept = 24 * 60 * 60;

const schema = new Schema<DeletedRecord>(
  { _id: { type: Number, required: true }, deletedAt: { type: Date, required: true, expires: kept } },
  { versionKey: false, collection: 'deleted_records' },
);

/** The collection of records whose comments were deleted. */
export function deletedRecordModel(connection: Connection): Model<DeletedRecord> {
  return connection.model<DeletedRecord>('DeletedRecord', schema);
}
