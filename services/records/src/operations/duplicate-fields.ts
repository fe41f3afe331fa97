import { recordsDuplicateFields } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { presentDuplicateFields } from '../duplicates/present-duplicate-fields.ts';

/** By which fields records of each post type may be duplicates. */
export const duplicateFields = defineHandler(recordsDuplicateFields, (call, deps: RecordsDeps) =>
  presentDuplicateFields(call, deps),
);
