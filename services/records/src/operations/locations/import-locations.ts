import { recordsImportLocations } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { LocationDeps } from '../../locations/location-deps.ts';
import { deriveWhereLocated } from '../../derived/derive-where-located.ts';
import { locationOfRow } from '../../grid/location-of-row.ts';

/**
 * Adds or changes rows of the location grid, and recomputes the derived values of records in these places. A repeated import continues
 * where an earlier one was interrupted.
 */
export const importLocations = defineHandler(recordsImportLocations, async (call, deps: LocationDeps) => {
  const { input, deadline } = call;
  const writes = input.rows.map((row) => {
    const { _id, ...$set } = locationOfRow(row);
    return { updateOne: { filter: { _id }, update: { $set }, upsert: true } };
  });
  const written = await deps.grid.write(deadline, (options) =>
    deps.locations.bulkWrite(writes, { ...options, ordered: false }),
  );
  await deriveWhereLocated(
    call,
    deps,
    input.rows.map((row) => row.grid_id),
  );
  const { upsertedCount: added, matchedCount, modifiedCount: changed } = written;
  return { added, changed, unchanged: matchedCount - changed };
});
