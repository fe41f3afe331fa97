import type { Model } from 'mongoose';
import type { FileDeps } from '../files/file-deps.ts';
import type { WriteDeps } from '../revision/write-deps.ts';
import type { ImportedFile, ImportedRecord } from '../store/imported-models.ts';

export interface ImportDeps extends WriteDeps {
  readonly importedRecords: Model<ImportedRecord>;
}

export interface FileImportDeps extends FileDeps {
  readonly importedFiles: Model<ImportedFile>;
}
