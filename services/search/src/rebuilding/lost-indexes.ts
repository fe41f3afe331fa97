import { isDeepStrictEqual } from 'node:util';
import type { LeasedJob, StoredJob } from '@svc/service-kit/store';
import { madeAt } from '../engine/manage-indexes.ts';
import { entryForm } from '../engine/entries.ts';
import type { SearchEngine } from '../engine/search-engine.ts';
import { fillBeginning, type RebuildProgress } from './rebuild-progress.ts';

type Rebuilds = Pick<LeasedJob<RebuildProgress>, 'begin' | 'state'>;

/** Begins a rebuild if an index is new, or was not completely filled with entries of the current form. */
export async function rebuildIfNeeded(rebuilds: Rebuilds, engine: SearchEngine): Promise<void> {
  const last = await rebuilds.state();
  const isFilled = last && last.failure === undefined && last.progress.form === entryForm;
  if (!isFilled || (await isLost(last, engine))) await rebuilds.begin(fillBeginning);
}

/**
 * Begins a rebuild if the live indexes are not those that the last rebuild filled: an engine that has lost its data, or
 * was restored from a backup, creates them again with the next write and then seems complete. An older instance that
 * still runs may also have rebuilt them. A failed rebuild is only repeated at the next start.
 */
export async function refillIfLost(rebuilds: Rebuilds, engine: SearchEngine): Promise<void> {
  const last = await rebuilds.state();
  if (!last?.endedAt) return;
  const isOlder = last.progress.form < entryForm;
  const isDone = last.failure === undefined;
  if (isOlder || (isDone && (await isLost(last, engine)))) await rebuilds.begin(fillBeginning);
}

/** Whether the live indexes are not those that the rebuild filled. */
async function isLost({ progress }: StoredJob<RebuildProgress>, engine: SearchEngine): Promise<boolean> {
  return !isDeepStrictEqual(await madeAt(engine), progress.made);
}
