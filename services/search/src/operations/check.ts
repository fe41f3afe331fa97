import { searchCheck } from '@svc/contracts';
import { defineHandler, type LeasedJob } from '@svc/service-kit';
import { checkBeginning, presentCheck, type CheckProgress } from '../checking/check-progress.ts';

interface CheckIndexDeps {
  readonly checks: Pick<LeasedJob<CheckProgress>, 'begin'>;
}

/** Begins to check the index, unless it is being checked: any instance takes it up. */
export const checkIndex = defineHandler(searchCheck, async ({ input }, { checks }: CheckIndexDeps) => {
  const { job, hasBegun } = await checks.begin(checkBeginning(input.is_thorough));
  return { check: presentCheck(job), has_begun: hasBegun };
});
