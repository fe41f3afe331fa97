import { randomBytes } from 'node:crypto';
import type { mongo } from 'mongoose';
import { isDuplicateKey } from '../duplicate-key.ts';
import type { Logger } from '../log/create-logger.ts';
import { Lease, LeaseLost, type LeaseOptions } from './lease.ts';
import { ScheduledTask } from './scheduler.ts';

/** A job as it is stored: one document, that of its last run or of the one that is under way. */
export interface StoredJob<Progress = unknown> {
  readonly _id: string;
  /** Names the run, in hexadecimal digits. */
  readonly run: string;
  readonly begunAt: Date;
  /** Absent while the run is not over. */
  readonly endedAt?: Date;
  /** Why it ended without success. */
  readonly failure?: string;
  /** Why it does not get on at the moment. */
  readonly waitsFor?: string;
  /** The instance that works on it, until when no other may take it. */
  readonly holder: string | null;
  readonly heldUntil: Date;
  /** How long instances have worked on it, in milliseconds. */
  readonly worked: number;
  readonly progress: Progress;
}

/** What a job is and does. */
export interface LeasedJobOptions<Progress> {
  readonly jobs: mongo.Collection<StoredJob>;
  /** Its `_id`, and its name in the log. */
  readonly name: string;
  /** Goes on where `progress` says, to the end. */
  readonly run: (run: JobRun<Progress>) => Promise<void>;
  /** Whether a failure is the job's own, and nobody else's who cannot be reached. */
  readonly isOwnFault: (error: unknown) => boolean;
  /** Which runs this instance takes; any when absent. */
  readonly takes?: mongo.Filter<StoredJob>;
  readonly log: Logger;
}

/** A run cannot be brought to an end, and trying again will not change that. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed';
}

const leaseMs = 6_000;
/** How often is looked for a run that nobody has, and how soon it is tried again. */
const pauseMs = 1_000;
/** So many failures in a row are no warning: services start, and are started anew. */
const maxQuietFailures = 10;
/** So often in a row it may fail by its own fault without getting on. */
const maxOwnFailures = 3;

/**
 * A long job that one instance does at a time. Where that dies or stops, another goes on from what is stored; whoever cannot
 * be reached is waited for.
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

  /** The job as it is now, or was the last time; undefined before the first time. */
  async state(): Promise<StoredJob<Progress> | undefined> {
    const { jobs, name } = this.#options;
    return ((await jobs.findOne({ _id: name })) as StoredJob<Progress> | null) ?? undefined;
  }

  /**
   * Begins a run, unless one is under way, or has begun after `unlessSince`. Whichever instance looks next does it.
   * Answers how the job stands, and whether this has begun it.
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

  /** Starts to look for runs. */
  start(): void {
    const { log, name } = this.#options;
    const failure = `the job ${name} cannot be looked at`;
    this.#task = new ScheduledTask({ everyMs: pauseMs, run: () => this.#look(), failure, log }).start();
  }

  /** Leaves it to other instances at its next step. */
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

  /** Whether this instance is done with it. */
  async #attempt(run: JobRun<Progress>): Promise<boolean> {
    const { log, name } = this.#options;
    const facts = { job: name, run: run.id };
    try {
      await this.#options.run(run);
      await run.end();
      log.info(facts, 'a job is done');
      return true;
    } catch (error) {
      if (!(error instanceof LeaseLost || run.stopping.aborted)) return this.#hasGivenUp(run, error);
      log.info(facts, 'a job is left to another instance');
      await run.leave();
      return true;
    }
  }

  async #hasGivenUp(run: JobRun<Progress>, error: unknown): Promise<boolean> {
    const { log, name, isOwnFault } = this.#options;
    const facts = { err: error, job: name, run: run.id };
    const { failures, ownFailures } = run.failed(isOwnFault(error));
    const hasFailed = error instanceof JobFailed || ownFailures === maxOwnFailures;
    if (hasFailed) log.error(facts, 'a job has failed');
    else
      log[failures > maxQuietFailures ? 'warn' : 'info'](
        facts,
        'a job does not get on; it will be tried again',
      );
    try {
      await (hasFailed ? run.end(messageOf(error)) : run.waitFor(messageOf(error)));
      return hasFailed;
    } catch (lost) {
      // That the database is away is no reason to give the run up.
      return lost instanceof LeaseLost;
    }
  }
}

/** A run of a job in the hands of this instance. What it writes down counts only as long as it is. */
export class JobRun<Progress> {
  /** Comes when the service stops: the run is left to another instance at the next step. */
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

  /** Writes down how far it is. @throws LeaseLost; then nothing more is to be done. */
  async save(changes: Partial<Progress>): Promise<void> {
    const progress = { ...this.progress, ...changes };
    this.#job = { ...this.#job, progress };
    this.#failures = { failures: 0, ownFailures: 0 };
    await this.#lease.write({ progress, waitsFor: undefined, worked: this.#worked });
    if (this.stopping.aborted) throw new LeaseLost();
  }

  /** Makes sure that it still is in these hands. @throws LeaseLost */
  async confirm(): Promise<void> {
    await this.#lease.write();
  }

  /** Counts a failure; how many there were since it got on. */
  failed(isOwnFault: boolean): { readonly failures: number; readonly ownFailures: number } {
    const { failures, ownFailures } = this.#failures;
    this.#failures = { failures: failures + 1, ownFailures: ownFailures + (isOwnFault ? 1 : 0) };
    return this.#failures;
  }

  /** Writes down why it does not get on. @throws LeaseLost */
  async waitFor(reason: string): Promise<void> {
    await this.#lease.write({ waitsFor: reason, worked: this.#worked });
  }

  /** It is over, for good or with a failure. @throws LeaseLost */
  async end(failure?: string): Promise<void> {
    const end = { endedAt: new Date(), waitsFor: undefined, failure, worked: this.#worked };
    await this.#lease.release(end);
  }

  /** Any other instance may go on with it at once. */
  async leave(): Promise<void> {
    this.#lease.drop();
    await this.#lease.release({ worked: this.#worked }).catch(() => undefined);
  }

  get #worked(): number {
    return this.#before + Date.now() - this.#since;
  }
}

/** Two instances began it at the same time, or it is under way: the filter matched nothing and the upsert was refused. */
function unlessThere(error: unknown): void {
  if (!isDuplicateKey(error)) throw error;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
