import { Schema, type Connection, type Model } from 'mongoose';

/** Maps a record of another installation to the imported one. It outlives the record, so that imports do not bring a deleted one back. */
export interface ImportedRecord {
  /** `<source>/<id there>`. */
  readonly _id: string;
  readonly postType: string;
  readonly recordId: number;
  /** Hash of the data sent last: sending the same again changes nothing. */
  readonly digest: string;
}

const text = { type: String, required: true };

const schema = new Schema<ImportedRecord>(
  { _id: text, postType: text, recordId: { type: Number, required: true }, digest: text },
  { versionKey: false, collection: 'imported_records' },
);

export function importedRecordModel(connection: Connection): Model<ImportedRecord> {
  return connection.model<ImportedRecord>('ImportedRecord', schema);
}

/** The document id for a record of another installation. */
export function importedId(source: string, sourceId: number): string {
  return `${source}/${sourceId}`;
}
