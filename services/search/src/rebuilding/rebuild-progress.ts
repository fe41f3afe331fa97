import type { mongo } from 'mongoose';
import type { Rebuild } from '@svc/contracts';
import type { StoredJob } from '@svc/service-kit/store';
import type { MadeAt } from '../engine/manage-indexes.ts';
import { entryForm } from '../engine/entries.ts';
import { presentJob } from '../indexing/present-job.ts';

/** The progress of a scan of all records or comments. */
export interface ScanProgress {
  /** The id up to which the new index is complete. */
  readonly after: number;
  /** The number read, and the number at the beginning. */
  readonly done: number;
  readonly of: number;
}

/** The progress of a rebuild. It passes through its states in this order. */
export interface RebuildProgress {
  /** The form of its entries: see `entryForm`. */
  readonly form: number;
  /** Whether it was begun because the live indexes lack entries, or have them in another form. */
  readonly fills?: boolean;
  readonly state: 'preparing' | 'records' | 'comments' | 'exchanging' | 'emptying';
  readonly records: ScanProgress;
  readonly comments: ScanProgress;
  /** The creation times of its indexes; empty before. They identify them after the rebuild: see `lost-indexes.ts`. */
  readonly made: MadeAt;
  /** The number of restarts after a failed task on its indexes. */
  readonly anew: number;
  /** The uid of the newest task that had failed before the last restart; -1 for none. */
  readonly failedUpTo: number;
}

const nothing: ScanProgress = { after: 0, done: 0, of: 0 };

/** The initial progress of a rebuild. */
export const rebuildBeginning: RebuildProgress = {
  form: entryForm,
  state: 'preparing',
  records: nothing,
  comments: nothing,
  made: { records: '', comments: '' },
  anew: 0,
  failedUpTo: -1,
};

/** The initial progress of a rebuild of incomplete indexes. */
export const fillBeginning: RebuildProgress = { ...rebuildBeginning, fills: true };

/** Whether the live indexes lack entries or have them in another form, according to the last rebuild. */
export function isBeingFilled(
  last: Pick<StoredJob<RebuildProgress>, 'progress' | 'endedAt' | 'failure'> | undefined,
): boolean {
  if (!last || last.progress.form !== entryForm) return true;
  const { progress, endedAt, failure } = last;
  const isDone = progress.state === 'emptying' || (endedAt !== undefined && failure === undefined);
  return progress.fills === true && !isDone;
}

/** The initial progress of a rebuild after the last one: incomplete indexes are still to be filled. */
export function beginningAfter(last: Parameters<typeof isBeingFilled>[0]): RebuildProgress {
  return isBeingFilled(last) ? fillBeginning : rebuildBeginning;
}

/** Milliseconds after which an abandoned rebuild belongs to a version of the service that no longer runs. */
export const deserted = 60_000;

/**
 * The filter for rebuilds that this version of the service runs: those with a newer form only when no newer instance
 * exists.
 */
export const ofKnownForm: mongo.Filter<StoredJob> = {
  $or: [
    { 'progress.form': { $lte: entryForm } },
    { $expr: { $lte: ['$heldUntil', { $subtract: ['$$NOW', deserted] }] } },
  ],
};

type Jobs = mongo.Collection<StoredJob>;

const filling = ['records', 'comments', 'exchanging'];

/** The current rebuild, whose indexes get every change too; undefined without one. */
export function rebuildUnderWay(jobs: Jobs): Promise<string | undefined> {
  return runIn(jobs, filling);
}

/** The current rebuild whose indexes must not be removed. */
export function rebuildWithIndexes(jobs: Jobs): Promise<string | undefined> {
  return runIn(jobs, ['preparing', ...filling]);
}

async function runIn(jobs: Jobs, states: readonly string[]): Promise<string | undefined> {
  const filter = { _id: 'rebuild', endedAt: { $exists: false }, 'progress.state': { $in: states } } as const;
  return (await jobs.findOne(filter, { projection: { run: 1 } }))?.run;
}

/** A rebuild in the form for the admin tool. */
export function presentRebuild(job: StoredJob<RebuildProgress>): Rebuild {
  const { records, comments } = job.progress;
  return {
    ...presentJob(job),
    records: { done: records.done, of: records.of },
    comments: { done: comments.done, of: comments.of },
    seconds: job.worked / 1_000,
  };
}
