import { Schema, type Connection, type Model } from 'mongoose';

/** The records of one type that one user recently used. */
export interface RecentDocument {
  /** `<user id>:<post type>`. */
  readonly _id: string;
  /** The records that they opened, created or commented on, newest first. */
  readonly viewed?: readonly { readonly id: number; readonly at: Date }[];
  /** Key of a connection field → the records that they connected through it, newest first. */
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

export function recentModel(connection: Connection): Model<RecentDocument> {
  return connection.model<RecentDocument>('Recent', schema);
}
