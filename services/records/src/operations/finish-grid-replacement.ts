import { recordsFinishGridReplacement } from '@svc/contracts';
import { builtInIds } from '@svc/location-grid';
import { defineHandler } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { finishReplacement } from '../locations/grid-replacement.ts';
import { namedPlaces } from '../locations/named-places.ts';

export const finishGridReplacement = defineHandler(recordsFinishGridReplacement, (call, deps: RecordsDeps) =>
  finishReplacement(call.deadline, deps, () => namedPlaces(call, deps, builtInIds)),
);
