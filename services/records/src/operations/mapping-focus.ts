import { recordsMappingFocus } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { presentFocus } from '../mapping/present-focus.ts';

/** The places that the installation works in. */
export const mappingFocus = defineHandler(recordsMappingFocus, async ({ deadline }, deps: RecordsDeps) =>
  presentFocus(await deps.grid.atHand(deadline), await deps.mappingFocus.gridIds(deadline)),
);
