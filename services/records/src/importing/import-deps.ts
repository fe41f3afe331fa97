import type { Model } from 'mongoose';
import type { WriteDeps } from '../revision/write-deps.ts';
import type { ImportedRecord } from '../store/imported-record-model.ts';

/** What records of another installation are written with. */
export interface ImportDeps extends WriteDeps {
  readonly importedRecords: Model<ImportedRecord>;
}
