import type { EnqueuedTask } from 'meilisearch';
import type { SearchDocument } from '@svc/contracts';
import { recordEntry } from '../engine/entries.ts';
import { writeRecords } from '../indexing/write-entries.ts';
import type { Page } from '../projection/pages.ts';
import { restoreRecords } from '../projection/restore.ts';
import { isSameRecord } from '../projection/record-state.ts';
import { toRecordState } from '../projection/refresh-records.ts';
import { changedSince, orphanedIds, reconcilePage } from './reconcile-page.ts';
import { writeBuilt, type RebuildDeps } from './write-built.ts';

/**
 * Writes a page of records to a rebuild's index. A concurrent change is written to both indexes by a job, which stores
 * the new state first: it is either read here, or noticed at the end and written again.
 */
export async function buildRecords(
  page: Page<SearchDocument>,
  run: string,
  deps: RebuildDeps,
): Promise<EnqueuedTask[]> {
  for await (const recordIds of orphanedIds(deps.records, page)) await deps.jobs.plan({ recordIds });
  if (page.documents.length === 0) return [];
  const states = await reconcilePage(page, page.documents.map(toRecordState), {
    model: deps.records,
    isSame: isSameRecord,
    restore: (ids) => restoreRecords(ids, deps),
  });
  const existing = states.filter(({ deletedAt }) => !deletedAt);
  const tasks = await writeBuilt('records', { entries: existing.map(recordEntry), run }, deps);
  await writeRecords(await changedSince(existing, page, deps.records), deps);
  return tasks;
}
