import { z } from 'zod';
import { defineAdminOperation } from '../operation.ts';

/** Admin: notes that a backup was completed, so that records can report when backups fail to come. */
export const recordsNoteBackup = defineAdminOperation({
  name: 'records.note_backup',
  kind: 'write',
  summary: 'Note a completed backup.',
  input: z.object({
    /** The moment that the backup contains. */
    at: z.iso.datetime(),
  }),
  output: z.object({}),
});

/** Admin: notes the outcome of a restore drill, so that records can report failed and missing ones. */
export const recordsNoteDrill = defineAdminOperation({
  name: 'records.note_drill',
  kind: 'write',
  summary: 'Note the outcome of a restore drill.',
  input: z.object({
    /** The end of the drill. */
    at: z.iso.datetime(),
    /** The reason of a failed drill. */
    failure: z.string().max(2_000).optional(),
  }),
  output: z.object({}),
});
