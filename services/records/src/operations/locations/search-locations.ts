import { recordsSearchLocations } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { LocationDeps } from '../../locations/location-deps.ts';
import { findPlaces } from '../../locations/find-places.ts';
import { refuseUnlessReading } from '../../locations/refuse-unless-reading.ts';

/** Places by a part of their name. */
export const searchLocations = defineHandler(recordsSearchLocations, async (call, deps: LocationDeps) => {
  refuseUnlessReading(call.actor);
  const { s: text = '', filter } = call.input;
  const { shown, total } = await findPlaces(call, deps, { text, filter });
  return {
    location_grid: shown.map(({ gridId, label }) => ({ name: label, ID: String(gridId) })),
    total: String(total),
  };
});
