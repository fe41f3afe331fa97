import { randomUUID } from 'node:crypto';
import type { Model } from 'mongoose';
import type { Logger } from '@svc/service-kit';
import type { IndexJob } from './index-job.ts';

/** How long a job belongs to the instance that works on it, in milliseconds, and how often it says that it still does. */
const lease = 5_000;
const renewal = 1_500;
/** How often is looked for jobs that are due, and the wait after a first failure; it doubles up to the longest. */
const pause = 1_000;
const longestPause = 15_000;

/** What a job asks for. */
export type JobContent = Partial<Pick<IndexJob, 'recordIds' | 'commentIds'>>;

/**
 * The work on the index, kept in the database: what is added is done, if need be by another instance or when the engine
 * is back, and never lost.
 */
export class IndexJobs {
  readonly #model: Model<IndexJob>;
  readonly #carryOut: (job: IndexJob) => Promise<void>;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: { model: Model<IndexJob>; carryOut: (job: IndexJob) => Promise<void>; log: Logger }) {
    this.#model = options.model;
    this.#carryOut = options.carryOut;
    this.#log = options.log;
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
      this.#sweeping = this.#sweep().finally(() => {
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

  async #keep(content: JobContent, dueAt: Date): Promise<IndexJob> {
    const job = { _id: randomUUID(), recordIds: [], commentIds: [], ...content, dueAt, failures: 0 };
    await this.#model.create([job]);
    return job;
  }

  async #try(job: IndexJob): Promise<boolean> {
    const renewing = setInterval(() => void this.#renew(job), renewal);
    try {
      await this.#carryOut(job);
      await this.#model.deleteOne({ _id: job._id });
      return true;
    } catch (error) {
      this.#log.warn({ err: error, job: job._id }, 'the index could not be written; it will be tried again');
      const dueAt = new Date(Date.now() + Math.min(longestPause, pause * 2 ** job.failures));
      await this.#model.updateOne({ _id: job._id }, { $set: { dueAt }, $inc: { failures: 1 } });
      return false;
    } finally {
      clearInterval(renewing);
    }
  }

  async #renew(job: IndexJob): Promise<void> {
    const dueAt = new Date(Date.now() + lease);
    await this.#model
      .updateOne({ _id: job._id }, { $set: { dueAt } })
      .catch((error: unknown) => this.#log.warn({ err: error, job: job._id }, 'a job could not be renewed'));
  }

  /** Does due jobs until there are none, or one fails: then the others would, too. */
  async #sweep(): Promise<void> {
    try {
      while (!this.#stopped) {
        const now = Date.now();
        const job = await this.#model
          .findOneAndUpdate(
            { dueAt: { $lte: new Date(now) } },
            { $set: { dueAt: new Date(now + lease) } },
            { sort: { dueAt: 1 } },
          )
          .lean<IndexJob>();
        if (!job || !(await this.#try(job))) return;
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'jobs of the index can not be read; it will be tried again');
    }
  }
}
