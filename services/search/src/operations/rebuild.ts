import { searchRebuild } from '@svc/contracts';
import { defineHandler, requireOperator } from '@svc/service-kit';
import type { LeasedJob } from '@svc/service-kit/store';
import { type RebuildProgress, presentRebuild, beginningAfter } from '../rebuilding/rebuild-progress.ts';

/** Begins a rebuild of the index unless one is running. Any instance may run it. */
export const rebuildIndex = defineHandler(
  searchRebuild,
  async ({ actor }, { rebuilds }: { rebuilds: Pick<LeasedJob<RebuildProgress>, 'begin' | 'state'> }) => {
    requireOperator(actor);
    const { job, hasBegun } = await rebuilds.begin(beginningAfter(await rebuilds.state()));
    return { rebuild: presentRebuild(job), has_begun: hasBegun };
  },
);
