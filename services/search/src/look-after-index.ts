import { isDeepStrictEqual } from 'node:util';
import type { ServiceContext, Store } from '@svc/service-kit';
import { check } from './checking/check.ts';
import { checkBeginning, type CheckProgress } from './checking/check-progress.ts';
import { DailyCheck } from './checking/daily-check.ts';
import type { SearchConfig } from './config.ts';
import type { IndexDeps } from './deps.ts';
import { madeAt } from './engine/exchange-indexes.ts';
import { entryForm } from './engine/record-entry.ts';
import type { SearchEngine } from './engine/search-engine.ts';
import { carryOut } from './indexing/carry-out.ts';
import { indexJobModel } from './indexing/index-job.ts';
import { IndexJobs } from './indexing/index-jobs.ts';
import { Indexing } from './indexing/indexing.ts';
import { Sources } from './indexing/sources.ts';
import { commentStateModel } from './projection/comment-state.ts';
import { recordStateModel } from './projection/record-state.ts';
import { LeasedWork } from './rebuilding/leased-work.ts';
import { LostIndexes } from './rebuilding/lost-indexes.ts';
import { rebuild } from './rebuilding/rebuild.ts';
import {
  fillBeginning,
  ofKnownForm,
  rebuildUnderWay,
  rebuildWithIndexes,
  type RebuildProgress,
} from './rebuilding/rebuild-progress.ts';
import { workModel, type Work } from './rebuilding/work.ts';

/** A check that failed tasks of the engine ask for comes this long after the one before, in milliseconds. */
const betweenChecks = 60 * 60 * 1_000;

interface Surroundings {
  readonly store: Store;
  readonly engine: SearchEngine;
  readonly context: ServiceContext;
  readonly config: SearchConfig;
}

/** What keeps the index like records and comments: following events, rebuilding and checking. */
export function lookAfterIndex({ store, engine, context, config }: Surroundings): IndexDeps {
  const { log, metrics, caller } = context;
  const model = workModel(store.connection);
  const jobModel = indexJobModel(store.connection);
  const shared = {
    ...{ engine, log, sources: new Sources(caller) },
    records: recordStateModel(store.connection),
    comments: commentStateModel(store.connection),
    rebuildUnderWay: () => rebuildUnderWay(model),
    rebuildWithIndexes: () => rebuildWithIndexes(model),
  };
  const jobs: IndexJobs = new IndexJobs({
    ...{ model: jobModel, log, metrics },
    carryOut: (job) => carryOut(job, shared, jobs),
  });
  const deps = { ...shared, jobs };
  const rebuilds = new LeasedWork<RebuildProgress>({
    ...{ model, kind: 'rebuild', log },
    carryOut: (held) => rebuild(held, deps),
    takes: ofKnownForm,
  });
  const checks = new LeasedWork<CheckProgress>({
    ...{ model, kind: 'check', log },
    carryOut: (held) => check(held, deps),
  });
  const dailyCheck = new DailyCheck({ checks, at: config.SEARCH_CHECK_AT, log });
  const lostIndexes = new LostIndexes(() => refillIfLost(rebuilds, engine), log);
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
  return { engine, jobs: jobModel, bus: context.bus, indexing, rebuilds, checks, dailyCheck };
}

/** An index that is new, or was not filled with entries of this form to the end, is filled. */
async function rebuildIfNeeded(rebuilds: LeasedWork<RebuildProgress>, engine: SearchEngine): Promise<void> {
  const last = await rebuilds.state();
  const isFilled = last && last.failure === undefined && last.progress.form === entryForm;
  if (!isFilled || (await isLost(last, engine))) await rebuilds.begin(fillBeginning);
}

/**
 * An index that is lost, or that an older version of the service has built meanwhile, is filled. What a rebuild has failed
 * at is not tried again before the next start.
 */
async function refillIfLost(rebuilds: LeasedWork<RebuildProgress>, engine: SearchEngine): Promise<void> {
  const last = await rebuilds.state();
  if (!last?.endedAt) return;
  const isOlder = last.progress.form < entryForm;
  const isDone = last.failure === undefined;
  if (isOlder || (isDone && (await isLost(last, engine)))) await rebuilds.begin(fillBeginning);
}

/** Whether the indexes that are searched are others than a rebuild has filled. */
async function isLost({ progress }: Work<RebuildProgress>, engine: SearchEngine): Promise<boolean> {
  return !isDeepStrictEqual(await madeAt(engine), progress.made);
}
