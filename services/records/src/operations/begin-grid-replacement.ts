import { recordsBeginGridReplacement } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { beginReplacement } from '../locations/grid-replacement.ts';

export const beginGridReplacement = defineHandler(
  recordsBeginGridReplacement,
  async ({ deadline }, deps: Pick<RecordsDeps, 'grid' | 'locations'>) => {
    await beginReplacement(deadline, deps);
    return {};
  },
);
