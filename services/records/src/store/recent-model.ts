import { Schema, type Connection, type Model } from 'mongoose';

/** What one user lately had to do with records of one type. */
export interface RecentDocument {
  /** `<user id>:<post type>`. */
  readonly _id: string;
  /** The records that they opened, created or commented on, the latest first. */
  readonly viewed?: readonly { readonly id: number; readonly at: Date }[];
  /** Key of a connection field → the records that they connected through it, the latest first. */
  readonly chosen?: Readonly<Record<string, readonly number[]>>;
}

const schema = new Schema<RecentDocument>(
  {
    _id: { type: String, required: true },
    viewed: { type: Schema.Types.Mixed },
    chosen: { type: Schema.Types.Mixed },
  },
  { versionKey: false, collection: 'recent' },
);

/** What all users lately viewed and chose. */
export function recentModel(connection: Connection): Model<RecentDocument> {
  return connection.model<RecentDocument>('Recent', schema);
}
