import { createHash } from 'node:crypto';
import type { Connection } from 'mongoose';
import { storedModel } from '@svc/service-kit/store';

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

export const importedRecordModel = (connection: Connection) =>
  storedModel<ImportedRecord>(connection, 'imported_records');

export const importedFileModel = (connection: Connection) =>
  storedModel<ImportedFile>(connection, 'imported_files');

export function importedId(source: string, sourceId: number): string {
  return `${source}/${sourceId}`;
}

/** The document id for a file of another installation: a hash, since URLs and names of files are long and may reveal content. */
export function importedFileId(...names: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(names)).digest('hex');
}
