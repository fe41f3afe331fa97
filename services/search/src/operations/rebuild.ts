import { searchRebuild } from '@svc/contracts';
import { defineHandler, type LeasedJob } from '@svc/service-kit';
import { type RebuildProgress, presentRebuild, beginningAfter } from '../rebuilding/rebuild-progress.ts';

interface RebuildIndexDeps {
  readonly rebuilds: Pick<LeasedJob<RebuildProgress>, 'begin' | 'state'>;
}

/** Begins to rebuild the index, unless it is being rebuilt: any instance takes it up. */
export const rebuildIndex = defineHandler(searchRebuild, async (_call, { rebuilds }: RebuildIndexDeps) => {
  const { job, hasBegun } = await rebuilds.begin(beginningAfter(await rebuilds.state()));
  return { rebuild: presentRebuild(job), has_begun: hasBegun };
});
