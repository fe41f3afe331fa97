import type { Connection, Model } from 'mongoose';
import { storedModel } from '@svc/service-kit/store';

/** Entries to be written to the engine. A job is stored until it is done or set aside. */
export interface IndexJob {
  readonly _id: string;
  readonly recordIds: readonly number[];
  readonly commentIds: readonly number[];
  /**
   * When an instance may take the job: by then, one that works on it has failed or crashed. Absent for a job set aside;
   * an operator can set it to retry the job.
   */
  readonly dueAt?: Date;
  /** The instance that works on the job. */
  readonly claim?: string | null;
  /** When the job was requested. */
  readonly since: Date;
  /** The number of failures; an attempt counts from its beginning. */
  readonly failures: number;
  /** The number of failures that left no request which the engine may still accept. It does not count attempts that were lost with an instance. */
  readonly answered?: number;
  /** The number of failures by its own fault. */
  readonly refusals: number;
  /** Why the last attempt failed; absent before the first failure. */
  readonly reason?: string;
  /** Why and since when the job is not retried. */
  readonly setAside?: { readonly at: Date; readonly error: string };
}

export function indexJobModel(connection: Connection): Model<IndexJob> {
  return storedModel<IndexJob>(
    connection,
    'index_jobs',
    [{ dueAt: 1 }],
    [{ since: 1 }],
    [{ 'setAside.at': 1 }, { sparse: true }],
  );
}
