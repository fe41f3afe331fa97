import { randomBytes } from 'node:crypto';
import type { mongo } from 'mongoose';
import type { JobStatus } from '@svc/contracts';
import { isDuplicateKey } from '../duplicate-key.ts';
import type { Logger } from '../log/create-logger.ts';
import { messageOf } from '../text/message-of.ts';
import { LeaseLost } from './lease.ts';
import type { ObservedJob } from './observed-job.ts';
import { WorkQueue, type HeldWork } from './work-queue.ts';
import { Worker } from './worker.ts';

/** A job as it is stored: one document, for its last or current run. */
export interface StoredJob<Progress = unknown> {
  readonly _id: string;
  /** The id of the run, in hexadecimal digits. */
  readonly run: string;
  readonly begunAt: Date;
  /** When the run ended; absent until then. */
  readonly endedAt?: Date;
  /** Why the run failed. */
  readonly failure?: string;
  /** Why the run makes no progress at the moment. */
  readonly reason?: string;
  /** Attempts since the last progress, and how many of them failed by their own fault. */
  readonly attempts?: number;
  readonly ownFailures?: number;
  /** The instance that works on it, and until when no other instance may take it. */
  readonly holder: string | null;
  readonly heldUntil: Date;
  /** How long instances have worked on the run, in milliseconds. */
  readonly worked: number;
  readonly progress: Progress;
}

/** A job: its name and its work. */
export interface LeasedJobOptions<Progress> {
  readonly jobs: mongo.Collection<StoredJob>;
  /** The `_id` of its document, and its name in the log. */
  readonly name: string;
  /** Its name in metrics and traces, from a fixed set. */
  readonly label: string;
  /** Continues at `progress`, to the end. */
  readonly run: (run: JobRun<Progress>) => Promise<void>;
  /** Whether the job itself caused a failure, and not an unavailable server or service. */
  readonly isOwnFault: (error: unknown) => boolean;
  /** Which runs this instance takes; absent: all. */
  readonly takes?: mongo.Filter<StoredJob>;
  readonly log: Logger;
}

/** A run cannot be completed, and a retry would not change that. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed';
}

const leaseMs = 6_000;
/** How often an instance looks for a run that no instance holds, and how soon one is retried, in milliseconds. */
const pauseMs = 1_000;
/** How many failures in a row cause no warning: services may be starting or restarting. */
const maxQuietFailures = 10;
/** How often in a row a run may fail by its own fault without progress. */
const maxOwnFailures = 3;

type HeldJob<Progress> = HeldWork<StoredJob<Progress>>;

/**
 * A long job on which one instance works at a time. When that instance dies or stops, another continues at the stored progress. When a
 * server or service is unavailable, the job waits for it.
 */
export class LeasedJob<Progress> implements ObservedJob {
  readonly #options: LeasedJobOptions<Progress>;
  readonly #queue: WorkQueue<StoredJob<Progress>>;
  readonly #worker: Worker<StoredJob<Progress>>;
  /** The run that this instance works on, or worked on last. */
  #run: JobRun<Progress> | undefined;

  constructor(options: LeasedJobOptions<Progress>) {
    this.#options = options;
    const { jobs, name: _id, label: job, takes = {}, log } = options;
    this.#queue = new WorkQueue({
      job,
      collection: jobs as unknown as mongo.Collection,
      waiting: { $and: [{ _id, endedAt: { $exists: false } }, takes] },
      failed: { _id, endedAt: { $exists: true }, failure: { $exists: true } },
      sort: { _id: 1 },
      paths: { holder: 'holder', until: 'heldUntil', attempts: 'attempts', since: 'begunAt' },
      leaseMs,
      usesDatabaseClock: true,
      backoff: { firstMs: pauseMs, maxMs: pauseMs },
      isLateWhileFailing: true,
    });
    this.#worker = new Worker({
      queue: this.#queue,
      run: async ([held], stopping) => held && this.#attempt(held, stopping),
      onRejected: async (_held, error) => this.#end(error),
      everyMs: pauseMs,
      log,
    });
  }

  /** Returns the current or last run; undefined before the first. */
  async state(): Promise<StoredJob<Progress> | undefined> {
    const { jobs, name } = this.#options;
    return ((await jobs.findOne({ _id: name })) as StoredJob<Progress> | null) ?? undefined;
  }

  /**
   * Begins a run, unless one is under way or has begun at or after `unlessSince`. The first instance that finds the run carries it out.
   * @returns the run, and whether this call has begun it.
   */
  async begin(
    progress: Progress,
    unlessSince?: Date,
  ): Promise<{ job: StoredJob<Progress>; hasBegun: boolean }> {
    const { jobs, name } = this.#options;
    const run = randomBytes(6).toString('hex');
    const isOver = { endedAt: { $exists: true } };
    const filter = { _id: name, ...isOver, ...(unlessSince && { begunAt: { $lt: unlessSince } }) };
    const counts = { worked: 0, attempts: 0, ownFailures: 0 };
    const begun = { run, begunAt: new Date(), holder: null, heldUntil: '$$NOW', ...counts };
    const stages = [
      { $unset: ['endedAt', 'failure', 'reason'] },
      { $set: { ...begun, progress: { $literal: progress } } },
    ];
    await jobs.updateOne(filter, stages, { upsert: true }).catch(unlessThere);
    const job = (await this.state()) as StoredJob<Progress>;
    return { job, hasBegun: job.run === run };
  }

  /** Ends the current run with this failure: the instance that works on it stops at its next write. Returns false when none is under way. */
  async cancel(failure: string): Promise<boolean> {
    return (await this.#queue.cancel({}, { endedAt: new Date(), failure })) > 0;
  }

  /** The status of the current or last run. */
  async jobStatus(): Promise<JobStatus> {
    const [status, job] = await Promise.all([this.#queue.jobStatus(), this.state()]);
    const reason = job?.failure ?? status.reason;
    return { ...status, ...(reason !== undefined && { reason }) };
  }

  /** Starts looking for runs. */
  start(): void {
    this.#worker.start();
  }

  /** Stops; after its current step a run is left to other instances. */
  async stop(): Promise<void> {
    await this.#worker.stop();
  }

  async #attempt(held: HeldJob<Progress>, stopping: AbortSignal): Promise<void> {
    const { log, name } = this.#options;
    const run = new JobRun(held.keep(), stopping);
    this.#run = run;
    await this.#options.run(run);
    const end = { endedAt: new Date(), reason: undefined, failure: undefined, worked: run.worked };
    const isStored = await held.end('done', end);
    const facts = { job: name, run: run.id };
    log.info(facts, isStored ? 'job finished' : 'job handed over to another instance');
  }

  /** Ends an attempt that was interrupted or failed. */
  async #end(error: unknown): Promise<void> {
    const { log, name, isOwnFault } = this.#options;
    const run = this.#run;
    if (!run) return;
    const { worked } = run;
    const facts = { job: name, run: run.id };
    if (error instanceof LeaseLost || run.stopping.aborted) {
      log.info(facts, 'job handed over to another instance');
      return run.held.giveBack(undefined, { worked });
    }
    const failure = messageOf(error);
    const ownFailures = run.ownFailures + (isOwnFault(error) ? 1 : 0);
    if (error instanceof JobFailed || ownFailures >= maxOwnFailures) {
      log.error({ err: error, ...facts }, 'job failed');
      const end = { endedAt: new Date(), reason: undefined, failure, worked, ownFailures: 0 };
      return void (await run.held.end('failed', end));
    }
    const level = run.attempts > maxQuietFailures ? 'warn' : 'info';
    log[level]({ err: error, ...facts }, 'job failed; will retry');
    await run.held.retry(failure, { worked, ownFailures, attempts: run.attempts });
  }
}

/** A run of a job that this instance holds. Its writes succeed only while the instance holds the run. */
export class JobRun<Progress> {
  /** Aborted when the service stops: after the current step the run is left to another instance. */
  readonly stopping: AbortSignal;
  readonly held: HeldJob<Progress>;
  readonly #since = Date.now();
  #progress: Progress;
  #attempts: number;
  #ownFailures: number;

  constructor(held: HeldJob<Progress>, stopping: AbortSignal) {
    this.held = held;
    this.stopping = stopping;
    this.#progress = held.piece.progress;
    this.#attempts = held.attempts;
    this.#ownFailures = held.piece.ownFailures ?? 0;
  }

  get id(): string {
    return this.held.piece.run;
  }

  get progress(): Progress {
    return this.#progress;
  }

  /** Attempts since the last progress, with this one, and how many of the former ones failed by their own fault. */
  get attempts(): number {
    return this.#attempts;
  }

  get ownFailures(): number {
    return this.#ownFailures;
  }

  /** How long instances have worked on the run, in milliseconds. */
  get worked(): number {
    return this.held.piece.worked + Date.now() - this.#since;
  }

  /** Stores the progress. @throws LeaseLost; then the run must do nothing more */
  async save(changes: Partial<Progress>): Promise<void> {
    this.#progress = { ...this.#progress, ...changes };
    this.#attempts = 1;
    this.#ownFailures = 0;
    const { worked, progress, attempts, ownFailures } = this;
    await this.held.write({ progress, reason: undefined, worked, attempts, ownFailures });
    if (this.stopping.aborted) throw new LeaseLost();
  }

  /** Verifies that this instance still holds the run. @throws LeaseLost */
  async confirm(): Promise<void> {
    await this.held.write({});
  }
}

/**
 * Ignores that the run exists already: the filter matched nothing, and the upsert failed because two instances began at the same time or
 * one is under way. @throws any other error
 */
function unlessThere(error: unknown): void {
  if (!isDuplicateKey(error)) throw error;
}
