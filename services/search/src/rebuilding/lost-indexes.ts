import { isDeepStrictEqual } from 'node:util';
import type { LeasedJob, StoredJob } from '@svc/service-kit';
import { madeAt } from '../engine/exchange-indexes.ts';
import { entryForm } from '../engine/record-entry.ts';
import type { SearchEngine } from '../engine/search-engine.ts';
import { fillBeginning, type RebuildProgress } from './rebuild-progress.ts';

type Rebuilds = Pick<LeasedJob<RebuildProgress>, 'begin' | 'state'>;

/** An index that is new, or was not filled with entries of this form to the end, is filled. */
export async function rebuildIfNeeded(rebuilds: Rebuilds, engine: SearchEngine): Promise<void> {
  const last = await rebuilds.state();
  const isFilled = last && last.failure === undefined && last.progress.form === entryForm;
  if (!isFilled || (await isLost(last, engine))) await rebuilds.begin(fillBeginning);
}

/**
 * Fills indexes that are no longer those that were filled: an engine that has lost its data, or was brought back from a
 * backup, makes them anew with whatever is written next, and looks like one that has all. An older version of the service
 * that still runs may have built others, too. What a rebuild has failed at is not tried again before the next start.
 */
export async function refillIfLost(rebuilds: Rebuilds, engine: SearchEngine): Promise<void> {
  const last = await rebuilds.state();
  if (!last?.endedAt) return;
  const isOlder = last.progress.form < entryForm;
  const isDone = last.failure === undefined;
  if (isOlder || (isDone && (await isLost(last, engine)))) await rebuilds.begin(fillBeginning);
}

/** Whether the indexes that are searched are others than a rebuild has filled. */
async function isLost({ progress }: StoredJob<RebuildProgress>, engine: SearchEngine): Promise<boolean> {
  return !isDeepStrictEqual(await madeAt(engine), progress.made);
}
