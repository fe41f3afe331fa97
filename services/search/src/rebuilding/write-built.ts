import type { EnqueuedTask } from 'meilisearch';
import type { CommentEntry, RecordEntry } from '../engine/entries.ts';
import type { IndexName } from '../engine/index-settings.ts';
import { classifyFailure } from '../engine/classify-failure.ts';
import type { RebuildDeps } from './rebuild-deps.ts';

/** Entries per job. */
const batchSize = 500;

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
    const content = (part: readonly number[]) =>
      name === 'records' ? { recordIds: part } : { commentIds: part };
    for (let start = 0; start < ids.length; start += batchSize)
      await jobs.plan(content(ids.slice(start, start + batchSize)));
    return [];
  }
}
