import type { Collections } from '../store/collections.ts';
import type { WriteDeps } from '../revision/write-deps.ts';
import type { DuplicateFields } from './duplicate-fields.ts';

/** What duplicates are found and merged with. */
export interface DuplicateDeps extends WriteDeps, Pick<Collections, 'duplicateClaims'> {
  readonly duplicateFields: DuplicateFields;
}
