import type { Model } from 'mongoose';
import type { ServiceContext, Store } from '@svc/service-kit';
import { checkBeginning, type CheckProgress } from './checking/check-progress.ts';
import { check } from './checking/check.ts';
import { DailyCheck } from './checking/daily-check.ts';
import type { SearchConfig } from './config.ts';
import type { SearchEngine } from './engine/search-engine.ts';
import { carryOut } from './indexing/carry-out.ts';
import { indexJobModel, type IndexJob } from './indexing/index-job.ts';
import { IndexJobs } from './indexing/index-jobs.ts';
import { Indexing } from './indexing/indexing.ts';
import { commentStateModel } from './projection/comment-state.ts';
import { recordStateModel } from './projection/record-state.ts';
import { Sources } from './projection/sources.ts';
import { rebuildIfNeeded, LostIndexes } from './rebuilding/lost-indexes.ts';
import {
  ofKnownForm,
  rebuildUnderWay,
  rebuildWithIndexes,
  type RebuildProgress,
} from './rebuilding/rebuild-progress.ts';
import { rebuild } from './rebuilding/rebuild.ts';
import { LeasedWork } from './work/leased-work.ts';
import { workModel } from './work/work.ts';

/** A check that failed tasks of the engine ask for comes this long after the one before, in milliseconds. */
const betweenChecks = 60 * 60 * 1_000;

interface Surroundings {
  readonly store: Store;
  readonly engine: SearchEngine;
  readonly context: ServiceContext;
  readonly config: SearchConfig;
}

interface IndexKeeping {
  readonly jobs: Model<IndexJob>;
  readonly indexing: Indexing;
  readonly rebuilds: LeasedWork<RebuildProgress>;
  readonly checks: LeasedWork<CheckProgress>;
  readonly dailyCheck: DailyCheck;
}

/** What keeps the index like records and comments: following events, rebuilding and checking. */
export function lookAfterIndex({ store, engine, context, config }: Surroundings): IndexKeeping {
  const { log, metrics, caller } = context;
  const model = workModel(store.connection);
  const jobModel = indexJobModel(store.connection);
  const shared = {
    engine,
    sources: new Sources(caller),
    records: recordStateModel(store.connection),
    comments: commentStateModel(store.connection),
    rebuildUnderWay: () => rebuildUnderWay(model),
    rebuildWithIndexes: () => rebuildWithIndexes(model),
  };
  const jobs: IndexJobs = new IndexJobs({
    model: jobModel,
    log,
    metrics,
    carryOut: (job) => carryOut(job, shared, jobs),
  });
  const deps = { ...shared, jobs };
  const rebuilds = new LeasedWork<RebuildProgress>({
    model,
    kind: 'rebuild',
    log,
    carryOut: (held) => rebuild(held, deps),
    takes: ofKnownForm,
  });
  const checks = new LeasedWork<CheckProgress>({
    model,
    kind: 'check',
    log,
    carryOut: (held) => check(held, deps),
  });
  const dailyCheck = new DailyCheck({ checks, at: config.SEARCH_CHECK_AT, log });
  const lostIndexes = new LostIndexes(rebuilds, engine, log);
  const indexing = new Indexing(
    {
      ...deps,
      upkeep: [rebuilds, checks, dailyCheck, lostIndexes],
      rebuildIfNeeded: () => rebuildIfNeeded(rebuilds, engine),
      checkAll: async () =>
        (await checks.begin(checkBeginning(true), new Date(Date.now() - betweenChecks))).hasBegun,
    },
    context,
  );
  return { jobs: jobModel, indexing, rebuilds, checks, dailyCheck };
}
