import { recordsBeginGridReplacement } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { LocationDeps } from '../../locations/location-deps.ts';
import { beginReplacement } from '../../grid/grid-replacement.ts';

export const beginGridReplacement = defineHandler(
  recordsBeginGridReplacement,
  async ({ deadline }, deps: LocationDeps) => {
    await beginReplacement(deadline, deps);
    return {};
  },
);
