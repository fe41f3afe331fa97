import { recordsLocationsChanged } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { LocationDeps } from '../../locations/location-deps.ts';
import { lastChange } from '../../locations/location-names.ts';
import { refuseUnlessReading } from '../../locations/refuse-unless-reading.ts';

/** Time of the last change of the location grid. */
export const locationsChanged = defineHandler(recordsLocationsChanged, async (call, deps: LocationDeps) => {
  refuseUnlessReading(call.actor);
  return { last_modified_date: lastChange(await deps.grid.atHand(call.deadline)) };
});
