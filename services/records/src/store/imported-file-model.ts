import { createHash } from 'node:crypto';
import { Schema, type Connection, type Model } from 'mongoose';

/** Maps a file of another installation to the imported one. It outlives the file, so that imports do not bring a deleted one back. */
export interface ImportedFile {
  readonly _id: string;
  readonly key: string;
}

const text = { type: String, required: true };

const schema = new Schema<ImportedFile>(
  { _id: text, key: text },
  { versionKey: false, collection: 'imported_files' },
);

export function importedFileModel(connection: Connection): Model<ImportedFile> {
  return connection.model<ImportedFile>('ImportedFile', schema);
}

/** The document id for a file of another installation: a hash, since URLs and names of files are long and may reveal content. */
export function importedFileId(...names: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(names)).digest('hex');
}
