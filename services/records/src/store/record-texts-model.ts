import { Schema, type Connection, type Model } from 'mongoose';

/** The index entries by which lists find a text anywhere in a record's name and channels. */
export interface RecordTextsDocument {
  /** The record's id. */
  readonly _id: number;
  readonly postType: string;
  /** One entry per character of its texts: the characters from there on, cut (`model/record-texts.ts`). */
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

/** The index entries of all records; not in the records, since a list reads many records and no entries. */
export function recordTextsModel(connection: Connection): Model<RecordTextsDocument> {
  return connection.model<RecordTextsDocument>('RecordTexts', schema);
}
