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
