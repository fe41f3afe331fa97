import { randomUUID } from 'node:crypto';
import type { Model, mongo } from 'mongoose';
import { Lease, newHolder, ScheduledTask, type LeaseOptions, type Logger } from '@svc/service-kit';
import { classifyFailure } from '../engine/classify-failure.ts';
import type { SearchMetrics } from '../engine/search-metrics.ts';
import { afterFailure } from './after-failure.ts';
import type { IndexJob } from './index-job.ts';

/** How long a job belongs to the instance that works on it, in milliseconds. */
const leaseMs = 5_000;
/** How often is looked for jobs that are due, in milliseconds. */
const pauseMs = 1_000;

/** What a job asks for. */
export type JobContent = Partial<Pick<IndexJob, 'recordIds' | 'commentIds'>>;

interface IndexJobsOptions {
  readonly model: Model<IndexJob>;
  readonly run: (job: IndexJob) => Promise<void>;
  readonly log: Logger;
  readonly metrics: Pick<SearchMetrics, 'setAside'>;
}

/**
 * The work on the index, kept in the database: what is added is done, if need be by another instance or when the engine
 * is back, and never lost. What cannot be done by its own fault is set aside after some tries: an error in the log, and
 * counted in `svc_search_set_aside_total`.
 */
export class IndexJobs {
  readonly #options: IndexJobsOptions;
  readonly #lease: LeaseOptions;
  readonly #task: ScheduledTask;

  constructor(options: IndexJobsOptions) {
    this.#options = options;
    const collection = options.model.collection as unknown as mongo.Collection;
    // By the clock of instances, by which jobs are due.
    this.#lease = { collection, holder: 'claim', until: 'dueAt', leaseMs, now: () => new Date() };
    const failure = 'jobs of the index cannot be read';
    const run = () => this.sweep();
    this.#task = new ScheduledTask({ everyMs: pauseMs, run, failure, log: options.log });
  }

  /** Keeps a job and tries it once. Returns when it is kept and done, or kept and will be tried again. */
  async do(content: JobContent): Promise<void> {
    const claim = newHolder();
    const job = await this.#keep({ ...content, claim, dueAt: new Date(Date.now() + leaseMs) });
    await this.#try(job, new Lease(this.#lease, job._id, claim));
  }

  /** Keeps a job for later. */
  async plan(content: JobContent): Promise<void> {
    await this.#keep({ ...content, dueAt: new Date() });
  }

  /** Starts to look for jobs that are due. */
  start(): void {
    this.#task.start();
  }

  /** Finishes the job at hand. */
  async stop(): Promise<void> {
    await this.#task.stop();
  }

  /** Does due jobs until there are none, or one fails that is not to blame for it: then the others would, too. */
  async sweep(): Promise<void> {
    while (!this.#task.isStopped) {
      const due = { filter: { dueAt: { $exists: true } }, sort: { dueAt: 1 } } as const;
      const taken = await Lease.acquire<IndexJob>(this.#lease, due);
      if (!taken || !(await this.#try(taken.document, taken.lease))) return;
    }
  }

  async #keep(content: JobContent & Pick<IndexJob, 'claim' | 'dueAt'>): Promise<IndexJob> {
    const empty = { recordIds: [], commentIds: [], failures: 0, refusals: 0 };
    const job = { _id: randomUUID(), ...empty, ...content, since: new Date() };
    await this.#options.model.create([job]);
    return job;
  }

  /** Whether others may be tried now. */
  async #try(job: IndexJob, lease: Lease): Promise<boolean> {
    lease.keep();
    try {
      await this.#options.run(job).finally(() => lease.drop());
    } catch (error) {
      return this.#fail(job, error);
    }
    await this.#options.model.deleteOne({ _id: job._id });
    await this.#forgetSetAside(job);
    return true;
  }

  async #fail(job: IndexJob, error: unknown): Promise<boolean> {
    const fault = classifyFailure(error);
    const next = afterFailure({ ...job, refusals: job.refusals ?? 0 }, fault, error);
    if (next.some(({ setAside }) => setAside)) {
      const { _id, recordIds, commentIds } = job;
      const parts = { job: _id, recordIds, commentIds };
      this.#options.log.error(
        { err: error, ...parts },
        'an entry cannot be written to the index; it is set aside',
      );
      this.#options.metrics.setAside.inc();
      await this.#forgetSetAside(job);
    } else {
      const parts = { job: job._id, fault };
      this.#options.log.warn(
        { err: error, ...parts },
        'the index could not be written; it will be tried again',
      );
    }
    await this.#replace(job, next);
    return fault === 'entry';
  }

  /** New jobs come first: dying between the two is doing something twice. */
  async #replace(job: IndexJob, next: readonly IndexJob[]): Promise<void> {
    const isGone = next.every(({ _id }) => _id !== job._id);
    await this.#options.model.bulkWrite(
      [
        ...next.map((one) => ({
          replaceOne: { filter: { _id: one._id }, replacement: { ...one, claim: null }, upsert: true },
        })),
        ...(isGone ? [{ deleteOne: { filter: { _id: job._id } } }] : []),
      ],
      { ordered: true },
    );
  }

  /** What is done now, or set aside anew, is set aside no longer. */
  async #forgetSetAside({ recordIds, commentIds }: IndexJob): Promise<void> {
    await this.#options.model.deleteMany({
      'setAside.at': { $exists: true },
      $or: [{ recordIds: { $in: [...recordIds] } }, { commentIds: { $in: [...commentIds] } }],
    });
  }
}
