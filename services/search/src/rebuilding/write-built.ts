import type { EnqueuedTask } from 'meilisearch';
import type { CommentEntry, RecordEntry } from '../engine/entries.ts';
import type { IndexName } from '../engine/index-settings.ts';
import { classifyFailure } from '../engine/classify-failure.ts';
import type { IndexJobs } from '../indexing/index-jobs.ts';
import type { Indexes } from '../indexing/write-entries.ts';
import type { Projection } from '../projection/projection.ts';

/** The parts that a rebuild needs. */
export interface RebuildDeps extends Projection, Indexes {
  readonly jobs: Pick<IndexJobs, 'plan'>;
}

/** Writes entries to a rebuild's index. Refused ones are left to jobs, which find the entry at fault. */
export async function writeBuilt(
  name: IndexName,
  { entries, run }: { entries: readonly (RecordEntry | CommentEntry)[]; run: string },
  { engine, jobs }: Pick<RebuildDeps, 'engine' | 'jobs'>,
): Promise<EnqueuedTask[]> {
  try {
    return await engine.write(name, { entries, removed: [] }, run);
  } catch (error) {
    if (classifyFailure(error) !== 'entry') throw error;
    const ids = entries.map(({ id }) => id);
    await jobs.plan(name === 'records' ? { recordIds: ids } : { commentIds: ids });
    return [];
  }
}
