import { randomUUID } from 'node:crypto';
import type { Model } from 'mongoose';
import { inBatches, type Logger, type ObservedJob } from '@svc/service-kit';
import { WorkQueue, Worker, type HeldWork } from '@svc/service-kit/store';
import { classifyFailure } from '../engine/classify-failure.ts';
import { afterFailure, leavesRequests, retryWaits } from './after-failure.ts';
import type { IndexJob } from './index-job.ts';

/** Milliseconds of a job's lease. */
const leaseMs = 5_000;
/** Milliseconds between two looks for due jobs. */
const pauseMs = 1_000;
/** Milliseconds for which a change may wait for the index before an operator should look. */
const lateAfterMs = 5 * 60_000;
/** Milliseconds within which the engine accepts a request that it had before it answered a later one. */
const acceptanceMs = 10_000;
/** Entries per planned job. */
const batchSize = 500;

/** The entries of a job. */
type JobContent = Partial<Pick<IndexJob, 'recordIds' | 'commentIds'>>;

interface IndexJobsOptions {
  readonly model: Model<IndexJob>;
  readonly run: (job: IndexJob) => Promise<void>;
  readonly log: Logger;
}

/**
 * The persistent queue of index jobs: a job added is eventually done, if necessary by another instance or once the
 * engine is back. A job that fails by its own fault is set aside after some attempts, with an error in the log and the
 * outcome `failed` in `svc_job_attempts_total`.
 */
export class IndexJobs {
  readonly #options: IndexJobsOptions;
  readonly #queue: WorkQueue<IndexJob>;
  readonly #worker: Worker<IndexJob>;

  constructor(options: IndexJobsOptions) {
    this.#options = options;
    this.#queue = new WorkQueue({
      job: 'update the index',
      collection: options.model.collection,
      waiting: { dueAt: { $exists: true } },
      failed: { 'setAside.at': { $exists: true } },
      sort: { dueAt: 1 },
      paths: { attempts: 'failures', since: 'since' },
      leaseMs,
      backoff: retryWaits,
      isLateWhileFailing: true,
      lateAfterMs,
    });
    const run = async (held: readonly HeldWork<IndexJob>[]) => {
      for (const each of held) if (!(await this.#try(each))) return new Date(Date.now() + pauseMs);
      return undefined;
    };
    this.#worker = new Worker({ queue: this.#queue, run, everyMs: pauseMs, log: options.log });
  }

  get job(): ObservedJob {
    return this.#queue;
  }

  /** Stores a job and tries it once. Afterwards it is either done or stored for a retry. */
  async do(content: JobContent): Promise<void> {
    await this.#try(await this.#queue.insertHeld(newJob(content)));
  }

  /** Stores jobs with these entries for later. */
  async plan({ recordIds = [], commentIds = [] }: JobContent): Promise<void> {
    const parts = [
      ...inBatches(recordIds, batchSize).map((part) => ({ recordIds: part })),
      ...inBatches(commentIds, batchSize).map((part) => ({ commentIds: part })),
    ];
    const dueAt = new Date();
    for (const part of parts) await this.#options.model.create([{ ...newJob(part), dueAt }]);
  }

  start(): void {
    this.#worker.start();
  }

  /** Finishes the current job and stops. */
  async stop(): Promise<void> {
    await this.#worker.stop();
  }

  /** Returns whether other jobs may be tried now: unless the job failed without its own fault, so that the others would fail too. */
  async #try(held: HeldWork<IndexJob>): Promise<boolean> {
    held.keep();
    try {
      await this.#options.run(held.piece);
    } catch (error) {
      return this.#fail(held, error);
    }
    await held.replaceBy('done', this.#afterSuccess(held.piece));
    await this.#forgetSetAside(held.piece);
    return true;
  }

  /** The job is repeated once more when the engine may still accept an earlier request, which would bring back an old state of the entries. */
  #afterSuccess(job: IndexJob): readonly IndexJob[] {
    if (!leavesRequests(job)) return [];
    const { recordIds, commentIds } = job;
    return [{ ...newJob({ recordIds, commentIds }), dueAt: new Date(Date.now() + acceptanceMs) }];
  }

  async #fail(held: HeldWork<IndexJob>, error: unknown): Promise<boolean> {
    const fault = classifyFailure(error);
    const { piece: job } = held;
    const next = afterFailure({ ...job, refusals: job.refusals ?? 0 }, fault, error);
    const { log } = this.#options;
    const { _id, recordIds, commentIds } = job;
    const isSetAside = next.some(({ setAside }) => setAside);
    if (isSetAside) {
      const facts = { err: error, job: _id, recordIds, commentIds };
      log.error(facts, 'index job set aside: its entry cannot be written');
      await this.#forgetSetAside(job);
    } else {
      const facts = { err: error, job: _id, fault };
      log.warn(facts, 'failed to write to the index; will retry');
    }
    await held.replaceBy(isSetAside ? 'failed' : 'retried', next);
    return fault === 'entry';
  }

  /** Deletes older jobs that were set aside with the same entries. */
  async #forgetSetAside({ recordIds, commentIds }: IndexJob): Promise<void> {
    await this.#options.model.deleteMany({
      'setAside.at': { $exists: true },
      $or: [{ recordIds: { $in: [...recordIds] } }, { commentIds: { $in: [...commentIds] } }],
    });
  }
}

function newJob(content: JobContent): IndexJob {
  const empty = { recordIds: [], commentIds: [], failures: 0, refusals: 0 };
  return { _id: randomUUID(), ...empty, ...content, since: new Date() };
}
