import { recordsMappingFocus } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { LocationDeps } from '../../locations/location-deps.ts';
import { presentFocus } from '../../locations/place-label.ts';

/** The places that the installation works in. */
export const mappingFocus = defineHandler(recordsMappingFocus, async ({ deadline }, deps: LocationDeps) =>
  presentFocus(await deps.grid.atHand(deadline), (await deps.mappingFocus.recent(deadline)).gridIds),
);
