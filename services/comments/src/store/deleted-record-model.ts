import { Schema, type Connection, type Model } from 'mongoose';

/** A deleted record; ids are never used again. */
export interface DeletedRecord {
  readonly _id: number;
  readonly deletedAt: Date;
}

/** Seconds until the entry expires: longer than any comment takes to arrive. */
const kept = 24 * 60 * 60;

const schema = new Schema<DeletedRecord>(
  { _id: { type: Number, required: true }, deletedAt: { type: Date, required: true, expires: kept } },
  { versionKey: false, collection: 'deleted_records' },
);

export function deletedRecordModel(connection: Connection): Model<DeletedRecord> {
  return connection.model<DeletedRecord>('DeletedRecord', schema);
}
