import { recordsSearchLocations } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { findPlaces } from '../mapping/find-places.ts';
import { refuseUnlessReading } from '../mapping/refuse-unless-reading.ts';

/** Places by a part of their name. */
export const searchLocations = defineHandler(recordsSearchLocations, async (call, deps: RecordsDeps) => {
  refuseUnlessReading(call.actor);
  const { s: text = '', filter } = call.input;
  const { shown, total } = await findPlaces(call, deps, { text, filter });
  return {
    location_grid: shown.map(({ gridId, label }) => ({ name: label, ID: String(gridId) })),
    total: String(total),
  };
});
