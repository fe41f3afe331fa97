import { searchCancel } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { LeasedJob } from '@svc/service-kit/store';

interface CancelDeps {
  readonly rebuilds: Pick<LeasedJob<unknown>, 'cancel'>;
  readonly checks: Pick<LeasedJob<unknown>, 'cancel'>;
}

/** Cancels the rebuild or check of the index that is under way. */
export const cancelWork = defineHandler(searchCancel, async ({ input }, { rebuilds, checks }: CancelDeps) => {
  const job = { rebuild: rebuilds, check: checks }[input.work];
  return { cancelled: await job.cancel('cancelled by an operator') };
});
