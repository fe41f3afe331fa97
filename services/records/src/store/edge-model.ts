import type { EdgeDocument } from '../model/edge.ts';
import { Schema, type Connection, type Model } from 'mongoose';

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

// The connections of a record from either end, oldest first.
schema.index({ from: 1, key: 1, createdAt: 1, position: 1 });
schema.index({ to: 1, key: 1, createdAt: 1, position: 1 });

/** All connections between records. */
export function edgeModel(connection: Connection): Model<EdgeDocument> {
  return connection.model<EdgeDocument>('Edge', schema);
}
