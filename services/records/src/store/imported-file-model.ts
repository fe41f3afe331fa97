import { createHash } from 'node:crypto';
import { Schema, type Connection, type Model } from 'mongoose';

/** Which file is the one that was taken over from another installation. It stays when the file is deleted: nothing deleted comes back. */
export interface ImportedFile {
  readonly _id: string;
  readonly key: string;
}

const text = { type: String, required: true };

const schema = new Schema<ImportedFile>(
  { _id: text, key: text },
  { versionKey: false, collection: 'imported_files' },
);

/** The files of other installations that are here. */
export function importedFileModel(connection: Connection): Model<ImportedFile> {
  return connection.model<ImportedFile>('ImportedFile', schema);
}

/** The id of the note about a file of another installation: addresses and names of files are long, and say things. */
export function importedFileId(...names: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(names)).digest('hex');
}
