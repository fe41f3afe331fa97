import { recordsLocationsChanged } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { lastChange } from '../mapping/location-names.ts';
import { refuseUnlessReading } from '../mapping/refuse-unless-reading.ts';

/** When the location grid was changed last. */
export const locationsChanged = defineHandler(recordsLocationsChanged, async (call, deps: RecordsDeps) => {
  refuseUnlessReading(call.actor);
  return { last_modified_date: lastChange(await deps.grid.atHand(call.deadline)) };
});
