import { Schema, type Connection, type Model } from 'mongoose';

/** A record whose comments went to another one, and when. */
export interface MergedRecord {
  readonly _id: number;
  readonly toId: number;
  readonly mergedAt: Date;
}

/** How long it is remembered, in seconds: longer than a comment can be on its way. */
const kept = 24 * 60 * 60;

const schema = new Schema<MergedRecord>(
  {
    _id: { type: Number, required: true },
    toId: { type: Number, required: true },
    mergedAt: { type: Date, required: true, expires: kept },
  },
  { versionKey: false, collection: 'merged_records' },
);

/** The collection of records whose comments were merged into others. */
export function mergedRecordModel(connection: Connection): Model<MergedRecord> {
  return connection.model<MergedRecord>('MergedRecord', schema);
}
