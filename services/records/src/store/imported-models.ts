import { createHash } from 'node:crypto';
import { integer, modelOf, text } from './model-of.ts';

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

export const importedRecordModel = modelOf<ImportedRecord>('ImportedRecord', {
  collection: 'imported_records',
  properties: { _id: text, postType: text, recordId: integer, digest: text },
});

export const importedFileModel = modelOf<ImportedFile>('ImportedFile', {
  collection: 'imported_files',
  properties: { _id: text, key: text },
});

export function importedId(source: string, sourceId: number): string {
  return `${source}/${sourceId}`;
}

/** The document id for a file of another installation: a hash, since URLs and names of files are long and may reveal content. */
export function importedFileId(...names: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(names)).digest('hex');
}
