import { searchRebuild } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { type RebuildProgress, presentRebuild, beginningAfter } from '../rebuilding/rebuild-progress.ts';
import type { LeasedWork } from '../work/leased-work.ts';

interface RebuildIndexDeps {
  readonly rebuilds: Pick<LeasedWork<RebuildProgress>, 'begin' | 'state'>;
}

/** Begins to rebuild the index, unless it is being rebuilt: any instance takes it up. */
export const rebuildIndex = defineHandler(searchRebuild, async (_call, { rebuilds }: RebuildIndexDeps) => {
  const { work, hasBegun } = await rebuilds.begin(beginningAfter(await rebuilds.state()));
  return { rebuild: presentRebuild(work), has_begun: hasBegun };
});
