import { z } from 'zod';
import { locationRowSchema } from '../location-row.ts';
import { defineOperation } from '../operation.ts';

/** Imports rows of the location grid: adds new ones, and replaces those that exist. It can be repeated safely. */
export const recordsImportLocations = defineOperation({
  name: 'records.import_locations',
  kind: 'write',
  audience: 'service',
  callers: ['admin'],
  summary: 'Add rows to the location grid, or change them.',
  input: z.object({ rows: z.array(locationRowSchema).min(1).max(1_000) }),
  output: z.object({ added: z.int(), changed: z.int(), unchanged: z.int() }),
  errors: [],
});

/** From here on imported rows are no longer added to the built-in location grid: they are not offered until they replace it. */
export const recordsBeginGridReplacement = defineOperation({
  name: 'records.begin_grid_replacement',
  kind: 'write',
  audience: 'service',
  callers: ['admin'],
  summary: 'Begin to import a location grid that replaces the built-in one.',
  input: z.object({}),
  output: z.object({}),
  errors: [],
});

/**
 * Makes the imported grid the one that is offered. Rows of the built-in grid that no record names are removed; the rest stay, and are not
 * offered.
 */
export const recordsFinishGridReplacement = defineOperation({
  name: 'records.finish_grid_replacement',
  kind: 'write',
  audience: 'service',
  callers: ['admin'],
  summary: 'Replace the built-in location grid by the imported one.',
  input: z.object({}),
  output: z.object({ removed: z.int(), kept: z.int() }),
  errors: [],
});

/** The rows of the location grid that users name as where they are. */
export const usersNamedPlaces = defineOperation({
  name: 'users.named_places',
  kind: 'read',
  audience: 'service',
  callers: ['records'],
  summary: 'The rows of the location grid that users name.',
  input: z.object({}),
  output: z.object({ grid_ids: z.array(z.int()) }),
  errors: [],
});

/** What records do to import a location grid. */
export const gridImportOperations = [
  recordsImportLocations,
  recordsBeginGridReplacement,
  recordsFinishGridReplacement,
] as const;
