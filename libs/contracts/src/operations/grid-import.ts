import { z } from 'zod';
import { locationRowSchema } from '../location-row.ts';
import { defineAdminOperation, defineOperation } from '../operation.ts';

/** Imports rows of the location grid: adds new rows and replaces existing ones. It is idempotent. */
export const recordsImportLocations = defineAdminOperation({
  name: 'records.import_locations',
  kind: 'write',
  summary: 'Add rows to the location grid, or change them.',
  input: z.object({ rows: z.array(locationRowSchema).min(1).max(1_000) }),
  output: z.object({ added: z.int(), changed: z.int(), unchanged: z.int() }),
});

/** Begins a replacement of the built-in location grid: rows imported from now on are not offered until they replace it. */
export const recordsBeginGridReplacement = defineAdminOperation({
  name: 'records.begin_grid_replacement',
  kind: 'write',
  summary: 'Begin to import a location grid that replaces the built-in one.',
  input: z.object({}),
  output: z.object({}),
});

/**
 * Offers the imported grid in place of the built-in one. Rows of the built-in grid that no record or user names are removed; the others
 * stay, and are not offered.
 */
export const recordsFinishGridReplacement = defineAdminOperation({
  name: 'records.finish_grid_replacement',
  kind: 'write',
  summary: 'Replace the built-in location grid with the imported one.',
  input: z.object({}),
  output: z.object({ removed: z.int(), kept: z.int() }),
});

/** The rows of the location grid that users have as their locations. */
export const usersNamedPlaces = defineOperation({
  name: 'users.named_places',
  kind: 'read',
  callers: ['records'],
  summary: 'The rows of the location grid that users refer to.',
  input: z.object({}),
  output: z.object({ grid_ids: z.array(z.int()) }),
});
