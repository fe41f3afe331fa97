import { dailyTask, type Logger, ScheduledTask, type ServiceContext, type TimeOfDay } from '@svc/service-kit';
import { eventConsumers } from '@svc/contracts';
import { type EventGap, EventGaps, LeasedJob, type Store, type StoredJob } from '@svc/service-kit/store';
import { checkBeginning, type CheckProgress } from './checking/check-progress.ts';
import { check } from './checking/check.ts';
import type { SearchConfig } from './config.ts';
import { FailedTasks } from './engine/failed-tasks.ts';
import type { SearchEngine } from './engine/search-engine.ts';
import type { SearchMetrics } from './engine/search-metrics.ts';
import { classifyFailure } from './engine/classify-failure.ts';
import { runJob } from './indexing/run-job.ts';
import { indexJobModel } from './indexing/index-job.ts';
import { IndexJobs } from './indexing/index-jobs.ts';
import { Indexing } from './indexing/indexing.ts';
import { commentStateModel } from './projection/comment-state.ts';
import { recordStateModel } from './projection/record-state.ts';
import { Sources } from './projection/sources.ts';
import { rebuildIfNeeded, refillIfLost } from './rebuilding/lost-indexes.ts';
import {
  ofKnownForm,
  rebuildUnderWay,
  rebuildWithIndexes,
  type RebuildProgress,
} from './rebuilding/rebuild-progress.ts';
import { rebuild } from './rebuilding/rebuild.ts';

/** Minimum milliseconds between checks that are caused by failed tasks. */
const betweenChecks = 60 * 60 * 1_000;
/** Milliseconds that a change needs to reach the index, in addition to the pause between two batches. */
const indexingMs = 2_000;
/** Milliseconds between two looks at the engine. */
const lookMs = 5_000;

interface IndexWorkParts {
  readonly store: Store;
  readonly engine: SearchEngine;
  readonly context: ServiceContext;
  readonly metrics: SearchMetrics;
  readonly config: SearchConfig;
}

/** Starts everything that keeps the index up to date: following events, rebuilds and checks. */
export function startIndexWork({ store, engine, context, metrics, config }: IndexWorkParts) {
  const { bus, log, caller } = context;
  const db = store.connection.getClient().db(store.connection.name);
  const longJobs = db.collection<StoredJob>('index_work');
  const jobModel = indexJobModel(store.connection);
  const shared = {
    engine,
    sources: new Sources(caller),
    records: recordStateModel(store.connection),
    comments: commentStateModel(store.connection),
    rebuildUnderWay: () => rebuildUnderWay(longJobs),
    rebuildWithIndexes: () => rebuildWithIndexes(longJobs),
  };
  const jobs: IndexJobs = new IndexJobs({
    model: jobModel,
    log,
    run: (job) => runJob(job, shared, jobs),
  });
  const deps = { ...shared, jobs };
  const leased = { jobs: longJobs, log, isOwnFault: (error: unknown) => classifyFailure(error) === 'entry' };
  const rebuilds = new LeasedJob<RebuildProgress>({
    ...leased,
    name: 'rebuild',
    label: 'rebuild the index',
    run: (run) => rebuild(run, deps),
    takes: ofKnownForm,
  });
  const checked = { ...deps, secondLookMs: config.SEARCH_INTERVAL_MS + indexingMs };
  const checks = new LeasedJob<CheckProgress>({
    ...leased,
    name: 'check',
    label: 'check the index',
    run: (run) => check(run, checked),
  });
  const failedTasks = new FailedTasks(
    engine,
    { log, metrics },
    {
      lastBegunAt: async () => (await checks.state())?.begunAt,
      begin: async () => {
        const since = new Date(Date.now() - betweenChecks);
        return (await checks.begin(checkBeginning(true), since)).hasBegun;
      },
    },
  );
  const checkAt = config.SEARCH_CHECK_AT;
  const tasks = [
    new ScheduledTask({
      name: 'look for failed tasks of the engine',
      everyMs: lookMs,
      run: () => failedTasks.look(),
      failure: 'failed to check the tasks of the search engine',
      log,
    }),
    new ScheduledTask({
      name: 'look for lost indexes',
      everyMs: lookMs,
      run: () => refillIfLost(rebuilds, engine),
      failure: 'failed to check the indexes',
      level: 'debug',
      log,
    }),
    ...(checkAt ? [dailyCheck(checks, checkAt, log)] : []),
  ];
  const gaps = new EventGaps({
    connection: store.connection,
    bus,
    log,
    consumers: [eventConsumers.indexedRecords, eventConsumers.indexedComments],
    repair: (gap) => isCheckedSince(checks, gap),
  });
  const rebuildThese = () => rebuildIfNeeded(rebuilds, engine);
  const parts = {
    ...deps,
    background: [jobs, rebuilds, checks, gaps, ...tasks],
    rebuildIfNeeded: rebuildThese,
  };
  return {
    jobs: jobModel,
    indexing: new Indexing(parts, { ...context, intervalMs: config.SEARCH_INTERVAL_MS }),
    rebuilds,
    checks,
    gaps,
    checkAt,
    observed: [jobs.job, rebuilds, checks],
  };
}

/** Begins a thorough check after events were lost, again if it failed; returns whether one has ended. */
async function isCheckedSince(
  checks: LeasedJob<CheckProgress>,
  { noticedAt }: Pick<EventGap, 'noticedAt'>,
): Promise<boolean> {
  const { job, hasBegun } = await checks.begin(checkBeginning(true), noticedAt);
  if (hasBegun || !job.endedAt || job.begunAt < noticedAt) return false;
  if (job.failure === undefined) return true;
  await checks.begin(checkBeginning(true));
  return false;
}

/** Checks the index daily. A new installation does not catch up on a missed time before its first check. */
function dailyCheck(checks: LeasedJob<CheckProgress>, at: TimeOfDay, log: Logger): ScheduledTask {
  const run = async (moment: Date, isMissed: boolean) => {
    if (isMissed && !(await checks.state())) return;
    await checks.begin(checkBeginning(false), moment);
  };
  return dailyTask({ at, run, failure: 'failed to begin the daily check of the index', log });
}
