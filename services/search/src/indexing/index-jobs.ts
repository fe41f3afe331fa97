import { randomUUID } from 'node:crypto';
import type { Model } from 'mongoose';
import { Counter } from 'prom-client';
import type { Logger, ServiceMetrics } from '@svc/service-kit';
import { whoseFault } from '../engine/whose-fault.ts';
import { afterFailure } from './after-failure.ts';
import type { IndexJob } from './index-job.ts';

/** How long a job belongs to the instance that works on it, in milliseconds, and how often it says that it still does. */
const lease = 5_000;
const renewal = 1_500;
/** How often is looked for jobs that are due, in milliseconds. */
const pause = 1_000;

/** What a job asks for. */
export type JobContent = Partial<Pick<IndexJob, 'recordIds' | 'commentIds'>>;

interface IndexJobsOptions {
  readonly model: Model<IndexJob>;
  readonly carryOut: (job: IndexJob) => Promise<void>;
  readonly log: Logger;
  readonly metrics: ServiceMetrics;
}

/**
 * The work on the index, kept in the database: what is added is done, if need be by another instance or when the engine
 * is back, and never lost. What can not be done by its own fault is set aside after some tries: an error in the log, and
 * counted in `svc_search_set_aside_total`.
 */
export class IndexJobs {
  readonly #options: IndexJobsOptions;
  readonly #setAside: Counter;
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: IndexJobsOptions) {
    this.#options = options;
    this.#setAside = new Counter({
      name: 'svc_search_set_aside_total',
      help: 'Jobs of the search index that are not tried any more, since their entry can not be written.',
      registers: [options.metrics.registry],
    });
  }

  /** Keeps a job and tries it once. Returns when it is kept and done, or kept and will be tried again. */
  async do(content: JobContent): Promise<void> {
    const job = await this.#keep(content, new Date(Date.now() + lease));
    await this.#try(job);
  }

  /** Keeps a job for later. */
  async plan(content: JobContent): Promise<void> {
    await this.#keep(content, new Date());
  }

  /** Starts to look for jobs that are due. */
  start(): void {
    this.#timer = setTimeout(() => {
      this.#sweeping = this.sweep().finally(() => {
        if (!this.#stopped) this.start();
      });
    }, pause);
  }

  /** Finishes the job at hand. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#sweeping;
  }

  /** Does due jobs until there are none, or one fails that is not to blame for it: then the others would, too. */
  async sweep(): Promise<void> {
    try {
      while (!this.#stopped) {
        const job = await this.#takeDue();
        if (!job || !(await this.#try(job))) return;
      }
    } catch (error) {
      this.#options.log.warn({ err: error }, 'jobs of the index can not be read; it will be tried again');
    }
  }

  async #keep(content: JobContent, dueAt: Date): Promise<IndexJob> {
    const empty = { recordIds: [], commentIds: [], failures: 0, refusals: 0 };
    const job = { _id: randomUUID(), ...empty, ...content, since: new Date(), dueAt };
    await this.#options.model.create([job]);
    return job;
  }

  async #takeDue(): Promise<IndexJob | null> {
    const now = Date.now();
    return this.#options.model
      .findOneAndUpdate(
        { dueAt: { $lte: new Date(now) } },
        { $set: { dueAt: new Date(now + lease) } },
        { sort: { dueAt: 1 } },
      )
      .lean<IndexJob>();
  }

  /** Whether others may be tried now. */
  async #try(job: IndexJob): Promise<boolean> {
    const renewing = setInterval(() => void this.#renew(job), renewal);
    try {
      await this.#options.carryOut(job).finally(() => clearInterval(renewing));
    } catch (error) {
      return this.#fail(job, error);
    }
    await this.#options.model.deleteOne({ _id: job._id });
    await this.#forgetSetAside(job);
    return true;
  }

  async #fail(job: IndexJob, error: unknown): Promise<boolean> {
    const fault = whoseFault(error);
    const next = afterFailure({ ...job, refusals: job.refusals ?? 0 }, fault, error);
    if (next.some(({ setAside }) => setAside)) {
      const { _id, recordIds, commentIds } = job;
      const parts = { job: _id, recordIds, commentIds };
      this.#options.log.error(
        { err: error, ...parts },
        'an entry can not be written to the index; it is set aside',
      );
      this.#setAside.inc();
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
        ...next.map((one) => ({ replaceOne: { filter: { _id: one._id }, replacement: one, upsert: true } })),
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

  async #renew(job: IndexJob): Promise<void> {
    const { model, log } = this.#options;
    const dueAt = new Date(Date.now() + lease);
    await model
      .updateOne({ _id: job._id, 'setAside.at': { $exists: false } }, { $set: { dueAt } })
      .catch((error: unknown) => log.warn({ err: error, job: job._id }, 'a job could not be renewed'));
  }
}
