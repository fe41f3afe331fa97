import type { Model } from 'mongoose';
import type { FileDeps } from '../files/file-deps.ts';
import type { ImportedFile, ImportedRecord } from '../store/imported-models.ts';
import type { WritePorts } from '../write/write-request.ts';

export interface ImportDeps extends WritePorts {
  readonly importedRecords: Model<ImportedRecord>;
}

export interface FileImportDeps extends FileDeps {
  readonly importedFiles: Model<ImportedFile>;
}
