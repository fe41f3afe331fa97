import { createHash } from 'node:crypto';
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

/** Maps a file of another installation to the imported one, and outlives the file likewise. */
export interface ImportedFile {
  readonly _id: string;
  readonly key: string;
}

const text = { type: String, required: true };

const recordSchema = new Schema<ImportedRecord>(
  { _id: text, postType: text, recordId: { type: Number, required: true }, digest: text },
  { versionKey: false, collection: 'imported_records' },
);

const fileSchema = new Schema<ImportedFile>(
  { _id: text, key: text },
  { versionKey: false, collection: 'imported_files' },
);

export function importedRecordModel(connection: Connection): Model<ImportedRecord> {
  return connection.model<ImportedRecord>('ImportedRecord', recordSchema);
}

/** The document id for a record of another installation. */
export function importedId(source: string, sourceId: number): string {
  return `${source}/${sourceId}`;
}

export function importedFileModel(connection: Connection): Model<ImportedFile> {
  return connection.model<ImportedFile>('ImportedFile', fileSchema);
}

/** The document id for a file of another installation: a hash, since URLs and names of files are long and may reveal content. */
export function importedFileId(...names: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(names)).digest('hex');
}
