import { recordsDuplicateFields } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { DuplicateDeps } from '../../duplicates/duplicate-deps.ts';
import { presentDuplicateFields } from '../../duplicates/duplicate-fields.ts';

/** The fields by which records of each post type may be duplicates. */
export const duplicateFields = defineHandler(recordsDuplicateFields, (call, deps: DuplicateDeps) =>
  presentDuplicateFields(call, deps),
);
