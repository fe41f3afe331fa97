import { Schema, type Connection, type Model } from 'mongoose';

/** A filter that a user has saved. */
export interface SavedFilter {
  readonly id: string;
  /** JSON of what the client gave it besides its ID: its keys are the client's, and none is ever one of the database's. */
  readonly content: string;
}

/** What a user has saved for a post type: one document, so that its size is known when one more is saved. */
export interface SavedFilters {
  /** The user's id, a slash, and the post type. */
  readonly _id: string;
  readonly filters: readonly SavedFilter[];
  readonly version: number;
}

const schema = new Schema<SavedFilters>(
  {
    _id: { type: String, required: true },
    filters: [new Schema({ id: String, content: String }, { _id: false, id: false })],
    version: { type: Number, required: true },
  },
  { versionKey: false, collection: 'saved_filters' },
);

/** The collection of saved filters. */
export function savedFiltersModel(connection: Connection): Model<SavedFilters> {
  return connection.model<SavedFilters>('SavedFilters', schema);
}
