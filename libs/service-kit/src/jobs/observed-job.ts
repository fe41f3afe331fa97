import type { JobStatus } from '@svc/contracts';

/** A durable job that can report its status. */
export interface ObservedJob {
  readonly jobStatus: () => Promise<JobStatus>;
}

/** For how long work may be late, in milliseconds, before an operator should look at it. */
export const defaultLateAfterMs = 10 * 60_000;
