import { Schema, type Connection, type Model } from 'mongoose';

/** Which record is the one that was taken over from another installation. It stays when the record is deleted: nothing deleted comes back. */
export interface ImportedRecord {
  /** `<source>/<id there>`. */
  readonly _id: string;
  readonly postType: string;
  readonly recordId: number;
  /** Of what was sent last: the same again changes nothing. */
  readonly digest: string;
}

const text = { type: String, required: true };

const schema = new Schema<ImportedRecord>(
  { _id: text, postType: text, recordId: { type: Number, required: true }, digest: text },
  { versionKey: false, collection: 'imported_records' },
);

/** The records of other installations that are here. */
export function importedRecordModel(connection: Connection): Model<ImportedRecord> {
  return connection.model<ImportedRecord>('ImportedRecord', schema);
}

/** The id of the note about a record of another installation. */
export function importedId(source: string, sourceId: number): string {
  return `${source}/${sourceId}`;
}
