import { Schema, type Connection, type Model } from 'mongoose';

export interface SavedFilter {
  readonly id: string;
  /** The filter as JSON without its ID: a string, so that the client's keys are never taken for operators of the database. */
  readonly content: string;
}

/** A user's filters for a post type, in one document so that saving can check their number. */
export interface SavedFilters {
  /** `<user id>/<post type>`. */
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

export function savedFiltersModel(connection: Connection): Model<SavedFilters> {
  return connection.model<SavedFilters>('SavedFilters', schema);
}
