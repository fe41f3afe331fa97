import type { mongo } from 'mongoose';
import type { Rebuild } from '@svc/contracts';
import type { StoredJob } from '@svc/service-kit';
import type { MadeAt } from '../engine/exchange-indexes.ts';
import { entryForm } from '../engine/record-entry.ts';
import { presentJob } from '../indexing/present-job.ts';

/** How far a scan of all records, or of all comments, has come. */
export interface ScanProgress {
  /** The id up to which the new index has everything. */
  readonly after: number;
  /** How many were read, of how many there were at the beginning. */
  readonly done: number;
  readonly of: number;
}

/** How far a rebuild is. It goes through its states in this order. */
export interface RebuildProgress {
  /** The form of its entries: see `entryForm`. */
  readonly form: number;
  /** What is searched until it is over lacks entries, or has them in another form: it is rebuilt for that. */
  readonly fills?: boolean;
  readonly state: 'preparing' | 'records' | 'comments' | 'exchanging' | 'emptying';
  readonly records: ScanProgress;
  readonly comments: ScanProgress;
  /** When its indexes were made; empty before. After its end the indexes that are searched are filled if these are they. */
  readonly made: MadeAt;
  /** How often it has begun anew, since a task on its indexes had failed. */
  readonly anew: number;
  /** The newest task that had failed by then, by its number; -1 of none. */
  readonly failedUpTo: number;
}

const nothing: ScanProgress = { after: 0, done: 0, of: 0 };

/** Where a rebuild begins. */
export const rebuildBeginning: RebuildProgress = {
  form: entryForm,
  state: 'preparing',
  records: nothing,
  comments: nothing,
  made: { records: '', comments: '' },
  anew: 0,
  failedUpTo: -1,
};

/** Where a rebuild begins of indexes that are not all there. */
export const fillBeginning: RebuildProgress = { ...rebuildBeginning, fills: true };

/** Whether the indexes that are searched lack entries, or have them in another form, as far as the last rebuild tells. */
export function isBeingFilled(
  last: Pick<StoredJob<RebuildProgress>, 'progress' | 'endedAt' | 'failure'> | undefined,
): boolean {
  if (!last || last.progress.form !== entryForm) return true;
  const { progress, endedAt, failure } = last;
  const isDone = progress.state === 'emptying' || (endedAt !== undefined && failure === undefined);
  return progress.fills === true && !isDone;
}

/** Where a rebuild begins that follows the last one: an index that lacks entries is filled by it. */
export function beginningAfter(last: Parameters<typeof isBeingFilled>[0]): RebuildProgress {
  return isBeingFilled(last) ? fillBeginning : rebuildBeginning;
}

/** A rebuild that nobody holds for so long is that of a version of the service which does not run any more, in milliseconds. */
export const deserted = 60_000;

/**
 * The rebuilds that this version of the service takes: those of a newer form are for instances that know it, as long as
 * there are any.
 */
export const ofKnownForm: mongo.Filter<StoredJob> = {
  $or: [
    { 'progress.form': { $lte: entryForm } },
    { $expr: { $lte: ['$heldUntil', { $subtract: ['$$NOW', deserted] }] } },
  ],
};

type Jobs = mongo.Collection<StoredJob>;

const publicStates = ['records', 'comments', 'exchanging'];
const notEmptied = ['preparing', ...publicStates];

/** The rebuild that every change of the index is told, too; undefined while there is none. */
export function rebuildUnderWay(jobs: Jobs): Promise<string | undefined> {
  return runIn(jobs, publicStates);
}

/** The rebuild whose indexes are not to be removed. */
export function rebuildWithIndexes(jobs: Jobs): Promise<string | undefined> {
  return runIn(jobs, notEmptied);
}

async function runIn(jobs: Jobs, states: readonly string[]): Promise<string | undefined> {
  const filter = { _id: 'rebuild', endedAt: { $exists: false }, 'progress.state': { $in: states } } as const;
  return (await jobs.findOne(filter, { projection: { run: 1 } }))?.run;
}

/** A rebuild as the admin tool is told of it. */
export function presentRebuild(job: StoredJob<RebuildProgress>): Rebuild {
  const { state, records, comments } = job.progress;
  return {
    ...presentJob(job),
    state: job.failure !== undefined ? 'failed' : job.endedAt ? 'done' : state,
    records: { done: records.done, of: records.of },
    comments: { done: comments.done, of: comments.of },
    seconds: job.worked / 1_000,
  };
}
