import { searchCheck } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { checkBeginning, presentCheck, type CheckProgress } from '../checking/check-progress.ts';
import type { LeasedWork } from '../work/leased-work.ts';

interface CheckIndexDeps {
  readonly checks: Pick<LeasedWork<CheckProgress>, 'begin'>;
}

/** Begins to check the index, unless it is being checked: any instance takes it up. */
export const checkIndex = defineHandler(searchCheck, async ({ input }, { checks }: CheckIndexDeps) => {
  const { work, hasBegun } = await checks.begin(checkBeginning(input.is_thorough));
  return { check: presentCheck(work), has_begun: hasBegun };
});
