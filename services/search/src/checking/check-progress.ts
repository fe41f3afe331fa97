import type { Check, Findings } from '@svc/contracts';
import type { StoredJob } from '@svc/service-kit';
import { presentJob } from '../indexing/present-job.ts';

/** By post type. */
export type Counts = Readonly<Record<string, number>>;

/** What the comparison of records, or comments, has found so far. */
export interface Found {
  readonly atSource: Counts;
  readonly inIndex: Counts;
  readonly compared: number;
  readonly missing: number;
  readonly stale: number;
  readonly leftOver: number;
  /** The id up to which everything is compared; absent where samples are. */
  readonly after?: number;
}

/** How far a check is: records first, since who sees a comment is known from its record. */
export interface CheckProgress {
  readonly state: 'records' | 'comments';
  /** Everything is compared, also where nothing looks wrong. */
  readonly isThorough: boolean;
  readonly records: Found;
  readonly comments: Found;
}

const nothing: Found = { atSource: {}, inIndex: {}, compared: 0, missing: 0, stale: 0, leftOver: 0 };

/** Where a check begins. */
export function checkBeginning(isThorough: boolean): CheckProgress {
  return { state: 'records', isThorough, records: nothing, comments: nothing };
}

/** A check as the admin tool is told of it. */
export function presentCheck(job: StoredJob<CheckProgress>): Check {
  const { state, isThorough, records, comments } = job.progress;
  return {
    ...presentJob(job),
    state: job.failure !== undefined ? 'failed' : job.endedAt ? 'done' : state,
    is_thorough: isThorough,
    records: presentFound(records),
    comments: presentFound(comments),
  };
}

function presentFound({ atSource, inIndex, compared, missing, stale, leftOver }: Found): Findings {
  return { at_source: atSource, in_index: inIndex, compared, missing, stale, left_over: leftOver };
}
