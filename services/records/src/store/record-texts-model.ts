import { Schema, type Connection, type Model } from 'mongoose';

/** What lists find a record by when they look for a text anywhere in its name and channels. */
export interface RecordTextsDocument {
  /** The record's. */
  readonly _id: number;
  readonly postType: string;
  /** Beginnings of what follows each character of its texts (`model/record-texts.ts`). */
  readonly entries: readonly string[];
}

const schema = new Schema<RecordTextsDocument>(
  {
    _id: { type: Number, required: true },
    postType: { type: String, required: true },
    entries: { type: [String], required: true },
  },
  { versionKey: false, collection: 'record_texts' },
);

// The ids of records of a type with an entry, from the index alone.
schema.index({ postType: 1, entries: 1, _id: 1 });

/** The texts of all records; beside them, because a list reads many records and no entries. */
export function recordTextsModel(connection: Connection): Model<RecordTextsDocument> {
  return connection.model<RecordTextsDocument>('RecordTexts', schema);
}
