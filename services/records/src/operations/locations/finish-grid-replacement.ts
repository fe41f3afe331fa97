import { recordsFinishGridReplacement } from '@svc/contracts';
import { builtInIds } from '@svc/location-grid';
import { defineHandler } from '@svc/service-kit';
import type { LocationDeps } from '../../locations/location-deps.ts';
import { finishReplacement } from '../../grid/grid-replacement.ts';
import { namedPlaces } from '../../locations/named-places.ts';

export const finishGridReplacement = defineHandler(recordsFinishGridReplacement, (call, deps: LocationDeps) =>
  finishReplacement(call.deadline, deps, () => namedPlaces(call, deps, builtInIds)),
);
