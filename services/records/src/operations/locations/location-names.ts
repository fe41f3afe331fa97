import { recordsLocationNames } from '@svc/contracts';
import { defineHandler, RawJson } from '@svc/service-kit';
import type { LocationDeps } from '../../locations/location-deps.ts';
import { refuseUnlessReading } from '../../locations/refuse-unless-reading.ts';

/** The names of all places by id, for clients that store them. */
export const locationNames = defineHandler(recordsLocationNames, async (call, deps: LocationDeps) => {
  refuseUnlessReading(call.actor);
  return new RawJson(deps.locationNames.of(await deps.grid.atHand(call.deadline)));
});
