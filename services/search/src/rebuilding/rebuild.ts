import type { EnqueuedTask } from 'meilisearch';
import { JobFailed, type JobRun } from '@svc/service-kit/store';
import { indexNames } from '../engine/index-settings.ts';
import { exchangeIndexes, madeAt, prepareIndexes, removeStaleIndexes } from '../engine/manage-indexes.ts';
import { entryForm } from '../engine/entries.ts';
import type { SearchEngine } from '../engine/search-engine.ts';
import { carriedOut, failedTasksOf, TasksFailed } from '../engine/task-outcomes.ts';
import { pages, type Page } from '../projection/pages.ts';
import { buildComments } from './build-comments.ts';
import { buildRecords } from './build-records.ts';
import {
  fillBeginning,
  rebuildBeginning,
  type RebuildProgress,
  type ScanProgress,
} from './rebuild-progress.ts';
import type { RebuildDeps } from './write-built.ts';

/**
 * Maximum number of pages waiting in the engine. It processes waiting tasks together; one at a time would take three
 * times as long.
 */
const maxUnderWay = 12;
/** The number of restarts after which a rebuild fails. */
const maxAnew = 2;

type Run = JobRun<RebuildProgress>;

/** Builds both indexes from their sources and swaps them with the live ones. Continues after an interruption. */
export async function rebuild(run: Run, deps: RebuildDeps): Promise<void> {
  if (run.progress.form !== entryForm) await run.save(fillBeginning);
  const { sources, engine } = deps;
  const isAt = (state: RebuildProgress['state']) => run.progress.state === state;
  if (isAt('preparing')) await prepare(run, deps);
  if (isAt('records')) {
    const read = (after: number) => sources.recordsAfter(after);
    await scan(run, { name: 'records', read, build: (page) => buildRecords(page, run.id, deps) }, engine);
    await run.save({ state: 'comments' });
  }
  if (isAt('comments')) {
    const read = (after: number) => sources.commentsAfter(after);
    await scan(run, { name: 'comments', read, build: (page) => buildComments(page, run.id, deps) }, engine);
    await run.save({ state: 'exchanging' });
  }
  if (isAt('exchanging')) await exchange(run, engine);
  if (isAt('emptying')) await removeStaleIndexes(engine, async () => undefined);
}

/**
 * Removes the indexes of earlier rebuilds and of this one, which may be a restart. The live indexes are created if
 * missing, because a swap needs both.
 */
async function prepare(
  run: Run,
  { engine, sources }: Pick<RebuildDeps, 'engine' | 'sources'>,
): Promise<void> {
  await removeStaleIndexes(engine, async () => undefined);
  await prepareIndexes(engine);
  const [records, comments] = await Promise.all([sources.recordCounts(), sources.commentCounts()]);
  const ofRecords = sum(Object.values(records));
  const ofComments = sum(Object.values(comments));
  if (ofRecords + ofComments + (await entriesIn(engine)) === 0)
    return run.save({ made: await madeAt(engine), state: 'emptying' });
  await prepareIndexes(engine, run.id);
  await run.save({
    made: await madeAt(engine, run.id),
    records: { after: 0, done: 0, of: ofRecords },
    comments: { after: 0, done: 0, of: ofComments },
    state: 'records',
  });
}

async function entriesIn(engine: SearchEngine): Promise<number> {
  const stats = await Promise.all(
    indexNames.map((name) => engine.client.index(engine.indexUid(name)).getStats()),
  );
  return sum(stats.map(({ numberOfDocuments }) => numberOfDocuments));
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

interface Scan<Document> {
  readonly name: 'records' | 'comments';
  readonly read: (after: number) => Promise<readonly Document[]>;
  readonly build: (page: Page<Document>) => Promise<readonly EnqueuedTask[]>;
}

/** Builds the index page by page, with a limit on unprocessed pages, and stores the progress of processed ones. */
async function scan<Document extends { readonly id: number }>(
  run: Run,
  { name, read, build }: Scan<Document>,
  engine: SearchEngine,
): Promise<void> {
  const underWay: { uids: readonly number[]; progress: ScanProgress }[] = [];
  const finishOldest = async () => {
    const oldest = underWay.shift();
    if (!oldest) return;
    await carriedOut(engine, oldest.uids, run.stopping).catch((error: unknown) => beginAnew(run, error));
    await run.save({ [name]: oldest.progress });
  };
  const { after, of } = run.progress[name];
  let { done } = run.progress[name];
  for await (const page of pages(read, after)) {
    const tasks = await build(page);
    done += page.documents.length;
    const progress = { after: page.documents.at(-1)?.id ?? page.after, done, of: Math.max(of, done) };
    underWay.push({ uids: tasks.map(({ taskUid }) => taskUid), progress });
    if (underWay.length >= maxUnderWay) await finishOldest();
  }
  while (underWay.length > 0) await finishOldest();
}

/**
 * Swaps the indexes. Jobs write to the new indexes too, but do not wait for their tasks; after a failed task it is
 * unknown what is missing, so the rebuild starts again.
 */
async function exchange(run: Run, engine: SearchEngine): Promise<void> {
  const { made, failedUpTo } = run.progress;
  const failed = (await failedTasksOf(engine, run.id)).filter((uid) => uid > failedUpTo);
  if (failed.length > 0)
    await beginAnew(run, new TasksFailed(failed, 'an index job wrote to the new indexes with it'));
  // Another instance may have a newer version with other settings.
  await prepareIndexes(engine, run.id);
  await run.confirm();
  if (!(await exchangeIndexes(engine, run.id, made)))
    await beginAnew(run, new TasksFailed([failedUpTo], 'the new indexes were deleted during the rebuild'));
  await run.save({ state: 'emptying' });
}

/** Restarts the rebuild by throwing the error. @throws JobFailed after too many restarts. */
async function beginAnew(run: Run, error: unknown): Promise<void> {
  if (!(error instanceof TasksFailed)) throw error;
  const { anew } = run.progress;
  if (anew === maxAnew) throw new JobFailed(error.message, { cause: error });
  await run.save({ ...rebuildBeginning, anew: anew + 1, failedUpTo: Math.max(...error.uids) });
  throw error;
}
