import { Schema, type Connection, type Model } from 'mongoose';

/** A merged record whose comments were moved to another record. */
export interface MergedRecord {
  readonly _id: number;
  readonly toId: number;
  readonly mergedAt: Date;
}

/** Seconds until the entry expires: longer than any comment takes to arrive. */
const kept = 24 * 60 * 60;

const schema = new Schema<MergedRecord>(
  {
    _id: { type: Number, required: true },
    toId: { type: Number, required: true },
    mergedAt: { type: Date, required: true, expires: kept },
  },
  { versionKey: false, collection: 'merged_records' },
);

export function mergedRecordModel(connection: Connection): Model<MergedRecord> {
  return connection.model<MergedRecord>('MergedRecord', schema);
}
