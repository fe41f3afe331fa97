import { recordsImportLocations } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { locationOfRow } from '../locations/location-of-row.ts';
import { readInTime } from '../store/read-in-time.ts';

/** Adds rows to the location grid, or changes them. What a row was before an import that is repeated, it stays. */
export const importLocations = defineHandler(
  recordsImportLocations,
  async ({ input, deadline }, deps: Pick<RecordsDeps, 'locations' | 'places'>) => {
    const writes = input.rows.map((row) => {
      const { _id, ...$set } = locationOfRow(row);
      return { updateOne: { filter: { _id }, update: { $set }, upsert: true } };
    });
    const written = await readInTime(deadline, (maxTimeMS) =>
      deps.locations.bulkWrite(writes, { ordered: false, maxTimeMS }),
    );
    deps.places.forget();
    const { upsertedCount: added, matchedCount, modifiedCount: changed } = written;
    return { added, changed, unchanged: matchedCount - changed };
  },
);
