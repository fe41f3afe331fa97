import { searchCheck } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { LeasedJob } from '@svc/service-kit/store';
import { checkBeginning, presentCheck, type CheckProgress } from '../checking/check-progress.ts';

/** Begins a check of the index unless one is running. Any instance may run it. */
export const checkIndex = defineHandler(
  searchCheck,
  async ({ input }, { checks }: { checks: Pick<LeasedJob<CheckProgress>, 'begin'> }) => {
    const { job, hasBegun } = await checks.begin(checkBeginning(input.is_thorough));
    return { check: presentCheck(job), has_begun: hasBegun };
  },
);
