import { randomBytes } from 'node:crypto';
import type { mongo } from 'mongoose';
import { isDuplicateKey } from '../duplicate-key.ts';
import type { Logger } from '../log/create-logger.ts';
import { messageOf } from '../text/message-of.ts';
import { tracedJob } from './job-runs.ts';
import { Lease, LeaseLost, type LeaseOptions } from './lease.ts';
import { ScheduledTask } from './scheduler.ts';

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
  readonly waitsFor?: string;
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
/** How often an instance looks for a run that no instance holds, and how soon it retries one, in milliseconds. */
const pauseMs = 1_000;
/** How many failures in a row cause no warning: services may be starting or restarting. */
const maxQuietFailures = 10;
/** How often in a row a run may fail by its own fault without progress. */
const maxOwnFailures = 3;

/**
 * A long job on which one instance works at a time. When that instance dies or stops, another continues at the stored progress. When a
 * server or service is unavailable, the job waits for it.
 */
export class LeasedJob<Progress> {
  readonly #options: LeasedJobOptions<Progress>;
  readonly #lease: LeaseOptions;
  readonly #stopping = new AbortController();
  #task: ScheduledTask | undefined;
  #run: JobRun<Progress> | undefined;

  constructor(options: LeasedJobOptions<Progress>) {
    this.#options = options;
    const collection = options.jobs as unknown as mongo.Collection;
    this.#lease = { collection, holder: 'holder', until: 'heldUntil', leaseMs };
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
    const begun = { run, begunAt: new Date(), holder: null, heldUntil: '$$NOW', worked: 0 };
    const stages = [
      { $unset: ['endedAt', 'failure', 'waitsFor'] },
      { $set: { ...begun, progress: { $literal: progress } } },
    ];
    await jobs.updateOne(filter, stages, { upsert: true }).catch(unlessThere);
    const job = (await this.state()) as StoredJob<Progress>;
    return { job, hasBegun: job.run === run };
  }

  /** Starts looking for runs. */
  start(): void {
    const { log, name } = this.#options;
    const failure = `failed to read the state of the job ${name}`;
    this.#task = new ScheduledTask({ everyMs: pauseMs, run: () => this.#look(), failure, log }).start();
  }

  /** Stops; after its current step a run is left to other instances. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#task?.stop();
    await this.#run?.leave();
  }

  async #look(): Promise<void> {
    const { name, takes = {} } = this.#options;
    if (!this.#run) {
      const filter = { $and: [{ _id: name, endedAt: { $exists: false } }, takes] };
      const taken = await Lease.acquire<StoredJob<Progress>>(this.#lease, { filter });
      this.#run = taken && new JobRun(taken.lease.keep(), taken.document, this.#stopping.signal);
    }
    if (this.#run && (await this.#attempt(this.#run))) this.#run = undefined;
  }

  /** Works on a run; returns whether this instance has nothing more to do for it. */
  async #attempt(run: JobRun<Progress>): Promise<boolean> {
    const { log, name, label } = this.#options;
    const facts = { job: name, run: run.id };
    try {
      await tracedJob(label, () => this.#options.run(run));
      await run.end();
      log.info(facts, 'job finished');
      return true;
    } catch (error) {
      if (!(error instanceof LeaseLost || run.stopping.aborted)) return this.#hasGivenUp(run, error);
      log.info(facts, 'job handed over to another instance');
      await run.leave();
      return true;
    }
  }

  async #hasGivenUp(run: JobRun<Progress>, error: unknown): Promise<boolean> {
    const { log, name, isOwnFault } = this.#options;
    const facts = { err: error, job: name, run: run.id };
    const { failures, ownFailures } = run.failed(isOwnFault(error));
    const hasFailed = error instanceof JobFailed || ownFailures === maxOwnFailures;
    if (hasFailed) log.error(facts, 'job failed');
    else log[failures > maxQuietFailures ? 'warn' : 'info'](facts, 'job failed; will retry');
    try {
      await (hasFailed ? run.end(messageOf(error)) : run.waitFor(messageOf(error)));
      return hasFailed;
    } catch (lost) {
      // When the database is unavailable, this instance keeps the run.
      return lost instanceof LeaseLost;
    }
  }
}

/** A run of a job that this instance holds. Its writes succeed only while the instance holds the run. */
export class JobRun<Progress> {
  /** Aborted when the service stops: after the current step the run is left to another instance. */
  readonly stopping: AbortSignal;
  readonly #lease: Lease;
  readonly #before: number;
  readonly #since = Date.now();
  #job: StoredJob<Progress>;
  #failures = { failures: 0, ownFailures: 0 };

  constructor(lease: Lease, job: StoredJob<Progress>, stopping: AbortSignal) {
    this.#lease = lease;
    this.#job = job;
    this.#before = job.worked;
    this.stopping = stopping;
  }

  get id(): string {
    return this.#job.run;
  }

  get progress(): Progress {
    return this.#job.progress;
  }

  /** Stores the progress. @throws LeaseLost; then the run must do nothing more */
  async save(changes: Partial<Progress>): Promise<void> {
    const progress = { ...this.progress, ...changes };
    this.#job = { ...this.#job, progress };
    this.#failures = { failures: 0, ownFailures: 0 };
    await this.#lease.write({ progress, waitsFor: undefined, worked: this.#worked });
    if (this.stopping.aborted) throw new LeaseLost();
  }

  /** Verifies that this instance still holds the run. @throws LeaseLost */
  async confirm(): Promise<void> {
    await this.#lease.write();
  }

  /** Counts a failure; returns how many there were since the last progress. */
  failed(isOwnFault: boolean): { readonly failures: number; readonly ownFailures: number } {
    const { failures, ownFailures } = this.#failures;
    this.#failures = { failures: failures + 1, ownFailures: ownFailures + (isOwnFault ? 1 : 0) };
    return this.#failures;
  }

  /** Stores why the run makes no progress. @throws LeaseLost */
  async waitFor(reason: string): Promise<void> {
    await this.#lease.write({ waitsFor: reason, worked: this.#worked });
  }

  /** Ends the run, with success or a failure. @throws LeaseLost */
  async end(failure?: string): Promise<void> {
    const end = { endedAt: new Date(), waitsFor: undefined, failure, worked: this.#worked };
    await this.#lease.release(end);
  }

  /** Releases the run, so that another instance can continue at once. */
  async leave(): Promise<void> {
    this.#lease.drop();
    await this.#lease.release({ worked: this.#worked }).catch(() => undefined);
  }

  get #worked(): number {
    return this.#before + Date.now() - this.#since;
  }
}

/**
 * Ignores that the run exists already: the filter matched nothing, and the upsert failed because two instances began at the same time or
 * one is under way. @throws any other error
 */
function unlessThere(error: unknown): void {
  if (!isDuplicateKey(error)) throw error;
}
