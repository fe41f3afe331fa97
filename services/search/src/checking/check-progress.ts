import type { Check, Findings } from '@svc/contracts';
import type { StoredJob } from '@svc/service-kit/store';
import { presentJob } from '../indexing/present-job.ts';

/** Numbers by post type. */
export type Counts = Readonly<Record<string, number>>;

/** The result so far of comparing records, or comments. */
export interface Found {
  readonly atSource: Counts;
  readonly inIndex: Counts;
  readonly compared: number;
  readonly missing: number;
  readonly stale: number;
  readonly leftOver: number;
  /** The id up to which everything is compared; absent while only samples are. */
  readonly after?: number;
}

/** The progress of a check: first records, then comments, whose visibility depends on their records. */
export interface CheckProgress {
  readonly state: 'records' | 'comments';
  /** Whether everything is compared, even if counts and samples match. */
  readonly isThorough: boolean;
  readonly records: Found;
  readonly comments: Found;
}

const nothing: Found = { atSource: {}, inIndex: {}, compared: 0, missing: 0, stale: 0, leftOver: 0 };

/** The initial progress of a check. */
export function checkBeginning(isThorough: boolean): CheckProgress {
  return { state: 'records', isThorough, records: nothing, comments: nothing };
}

/** A check in the form for the admin tool. */
export function presentCheck(job: StoredJob<CheckProgress>): Check {
  const { isThorough, records, comments } = job.progress;
  return {
    ...presentJob(job),
    is_thorough: isThorough,
    records: presentFound(records),
    comments: presentFound(comments),
  };
}

function presentFound({ atSource, inIndex, compared, missing, stale, leftOver }: Found): Findings {
  return { at_source: atSource, in_index: inIndex, compared, missing, stale, left_over: leftOver };
}
