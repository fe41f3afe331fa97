import { Schema, type Connection, type Model } from 'mongoose';

/** A connection between two records, as it is stored: one document, whichever side it was made from. */
export interface EdgeDocument {
  /** `<key>:<from>:<to>`: who connects the same records writes the same document. */
  readonly _id: string;
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly meta?: Readonly<Record<string, string>>;
  readonly createdAt: Date;
  /** Its place among those that were made at the same moment. */
  readonly position: number;
}

const integer = { type: Number, required: true };

const schema = new Schema<EdgeDocument>(
  {
    _id: { type: String, required: true },
    key: { type: String, required: true },
    from: integer,
    to: integer,
    meta: { type: Schema.Types.Mixed },
    createdAt: { type: Date, required: true },
    position: integer,
  },
  { versionKey: false, collection: 'edges' },
);

// The connections of a record from either end, in the order in which they were made.
schema.index({ from: 1, key: 1, createdAt: 1, position: 1 });
schema.index({ to: 1, key: 1, createdAt: 1, position: 1 });

/** All connections between records. */
export function edgeModel(connection: Connection): Model<EdgeDocument> {
  return connection.model<EdgeDocument>('Edge', schema);
}
