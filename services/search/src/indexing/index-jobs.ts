import { randomUUID } from 'node:crypto';
import type { Model, mongo } from 'mongoose';
import { inBatches, ScheduledTask, type Logger } from '@svc/service-kit';
import { Lease, newHolder, type LeaseOptions } from '@svc/service-kit/store';
import { classifyFailure } from '../engine/classify-failure.ts';
import type { SearchMetrics } from '../engine/search-metrics.ts';
import { afterFailure } from './after-failure.ts';
import type { IndexJob } from './index-job.ts';

/** Milliseconds of a job's lease. */
const leaseMs = 5_000;
/** Milliseconds between two looks for due jobs. */
const pauseMs = 1_000;
/** Entries per planned job. */
const batchSize = 500;

/** The entries of a job. */
type JobContent = Partial<Pick<IndexJob, 'recordIds' | 'commentIds'>>;

interface IndexJobsOptions {
  readonly model: Model<IndexJob>;
  readonly run: (job: IndexJob) => Promise<void>;
  readonly log: Logger;
  readonly metrics: Pick<SearchMetrics, 'setAside'>;
}

/**
 * The persistent queue of index jobs: a job added is eventually done, if necessary by another instance or once the
 * engine is back. A job that fails by its own fault is set aside after some attempts, with an error in the log and in
 * `svc_search_set_aside_total`.
 */
export class IndexJobs {
  readonly #options: IndexJobsOptions;
  readonly #lease: LeaseOptions;
  readonly #task: ScheduledTask;

  constructor(options: IndexJobsOptions) {
    this.#options = options;
    const collection = options.model.collection as unknown as mongo.Collection;
    // The instances' clock, because `dueAt` is set by it too.
    this.#lease = { collection, holder: 'claim', until: 'dueAt', leaseMs, now: () => new Date() };
    const failure = 'failed to read the index jobs';
    const run = () => this.sweep();
    this.#task = new ScheduledTask({
      name: 'repeat index jobs',
      everyMs: pauseMs,
      run,
      failure,
      log: options.log,
    });
  }

  /** Stores a job and tries it once. Afterwards it is either done or stored for a retry. */
  async do(content: JobContent): Promise<void> {
    const claim = newHolder();
    const job = await this.#keep({ ...content, claim, dueAt: new Date(Date.now() + leaseMs) });
    await this.#try(job, new Lease(this.#lease, job._id, claim));
  }

  /** Stores jobs with these entries for later. */
  async plan({ recordIds = [], commentIds = [] }: JobContent): Promise<void> {
    const dueAt = new Date();
    for (const part of inBatches(recordIds, batchSize)) await this.#keep({ recordIds: part, dueAt });
    for (const part of inBatches(commentIds, batchSize)) await this.#keep({ commentIds: part, dueAt });
  }

  start(): void {
    this.#task.start();
  }

  /** Finishes the current job and stops. */
  async stop(): Promise<void> {
    await this.#task.stop();
  }

  /** Runs due jobs until none is left, or one fails without its own fault: the others would fail too. */
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

  /** Returns whether other jobs may be tried now. */
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
    const { log, metrics } = this.#options;
    const { _id, recordIds, commentIds } = job;
    if (next.some(({ setAside }) => setAside)) {
      const facts = { err: error, job: _id, recordIds, commentIds };
      log.error(facts, 'index job set aside: its entry cannot be written');
      metrics.setAside.inc();
      await this.#forgetSetAside(job);
    } else {
      const facts = { err: error, job: _id, fault };
      log.warn(facts, 'failed to write to the index; will retry');
    }
    await this.#replace(job, next);
    return fault === 'entry';
  }

  /** Inserts before deleting, so that a crash in between only repeats work. */
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

  /** Deletes older jobs that were set aside with the same entries. */
  async #forgetSetAside({ recordIds, commentIds }: IndexJob): Promise<void> {
    await this.#options.model.deleteMany({
      'setAside.at': { $exists: true },
      $or: [{ recordIds: { $in: [...recordIds] } }, { commentIds: { $in: [...commentIds] } }],
    });
  }
}
