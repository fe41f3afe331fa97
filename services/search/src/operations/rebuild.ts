import { searchRebuild } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { IndexDeps } from '../deps.ts';
import { presentRebuild } from '../rebuilding/present-rebuild.ts';
import { beginningAfter } from '../rebuilding/rebuild-progress.ts';

/** Begins to rebuild the index, unless it is being rebuilt: any instance takes it up. */
export const rebuildIndex = defineHandler(searchRebuild, async (_call, { rebuilds }: IndexDeps) => {
  const { work, hasBegun } = await rebuilds.begin(beginningAfter(await rebuilds.state()));
  return { rebuild: presentRebuild(work), has_begun: hasBegun };
});
