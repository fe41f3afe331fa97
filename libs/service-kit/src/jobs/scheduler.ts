import type { Logger } from '../log/create-logger.ts';
import { measured } from './job-runs.ts';

/** A task that runs repeatedly, never twice at the same time in one process. */
interface TaskOptions {
  /** Does the work. It may return when the next run has to begin, if that is before the longest pause is over. */
  readonly run: () => Promise<Date | void>;
  /** Its name in metrics, from a fixed set; absent when its work is measured elsewhere. */
  readonly name?: string;
  /** The longest pause between two runs, in milliseconds. */
  readonly everyMs: number;
  /** The pause after a failure, in milliseconds, if it is a different one. */
  readonly retryMs?: number;
  /** The log line for a failure, written again only after a different failure or a success: `modules cannot be read`. */
  readonly failure: string;
  /** The level of that log line; `warn` when absent. */
  readonly level?: 'debug' | 'error';
  readonly log: Logger;
  /** The clock for the times that `run` returns. */
  readonly now?: () => Date;
}

/** Runs a task repeatedly, from its first wake-up until it is stopped. */
export class ScheduledTask {
  readonly #options: TaskOptions;
  #timer: NodeJS.Timeout | undefined;
  /** When the next run begins, by the clock of the task; `Infinity` before the first run and while one is under way. */
  #nextAt = Infinity;
  #turn: Promise<void> = Promise.resolve();
  #isAsked = false;
  #isStopped = false;
  #problem: string | undefined;

  constructor(options: TaskOptions) {
    this.#options = options;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Begins with the first run, now. */
  start(): this {
    this.wake();
    return this;
  }

  /** Runs the task now, or once more after the current run. */
  wake(): void {
    if (this.#isAsked || this.#isStopped) return;
    this.#isAsked = true;
    this.#endSleep();
    this.#turn = this.#turn.then(() => this.#take());
  }

  /** Runs the task at this time at the latest. */
  wakeAt(at: Date): void {
    if (this.#isAsked || this.#isStopped || at.getTime() >= this.#nextAt) return;
    this.#nextAt = at.getTime();
    if (this.#timer) this.#sleep();
  }

  /** Runs the task once after the current run, even when stopped, and waits for it. @throws as `run` */
  async turn(): Promise<void> {
    const turn = this.#turn.then(this.#options.run);
    this.#turn = turn.then(nothing, nothing);
    await turn;
  }

  /** Stops running the task; resolves when the current run has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#endSleep();
    await this.#turn;
  }

  /** Runs the task and schedules the next run. Never rejects, because no caller awaits it. */
  async #take(): Promise<void> {
    if (this.#isStopped) return;
    this.#isAsked = false;
    this.#nextAt = Infinity;
    const next = await this.#run();
    this.#nextAt = Math.min(this.#nextAt, next);
    if (!this.#isAsked && !this.#isStopped) this.#sleep();
  }

  /** Runs the task and returns when the next run has to begin. */
  async #run(): Promise<number> {
    const { run, name, everyMs, retryMs = everyMs } = this.#options;
    try {
      const next = await (name === undefined ? run() : measured(name, run));
      this.#problem = undefined;
      return Math.min(next?.getTime() ?? Infinity, this.#now() + everyMs);
    } catch (error) {
      this.#logFailure(error);
      return this.#now() + retryMs;
    }
  }

  #sleep(): void {
    this.#endSleep();
    const pause = Math.max(0, this.#nextAt - this.#now());
    this.#timer = setTimeout(() => this.wake(), pause).unref();
  }

  #endSleep(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #now(): number {
    return (this.#options.now?.() ?? new Date()).getTime();
  }

  #logFailure(error: unknown): void {
    const { failure, log, level = 'warn' } = this.#options;
    if (this.#problem !== String(error)) log[level]({ err: error }, `${failure}; will retry`);
    this.#problem = String(error);
  }
}

const nothing = () => {};

/** A time of day, in UTC. */
export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
}

/** A daily task. Every instance calls `run`, more than once; `run` does the work only for the first call. */
interface DailyOptions extends Pick<TaskOptions, 'name' | 'failure' | 'log' | 'now'> {
  readonly at: TimeOfDay;
  /** `moment` is the latest scheduled time; `isMissed` when it was before the start of this process. */
  readonly run: (moment: Date, isMissed: boolean) => Promise<unknown>;
}

const dailyLookMs = 20_000;

/** Runs a task at a time of day, and at start when that time has passed while no instance ran. */
export function dailyTask({ at, run, ...options }: DailyOptions): ScheduledTask {
  const { now = () => new Date() } = options;
  const since = now();
  const look = async () => {
    const moment = lastMoment(at, now());
    await run(moment, moment <= since);
  };
  return new ScheduledTask({ ...options, everyMs: dailyLookMs, run: look });
}

const dayMs = 24 * 60 * 60 * 1_000;

/** Parses `03:30`; undefined for any other text. */
export function parseTimeOfDay(text: string): TimeOfDay | undefined {
  const [, hour = '', minute = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hour === '' ? undefined : { hour: Number(hour), minute: Number(minute) };
}

/** Returns when it was last this time of day. */
export function lastMoment({ hour, minute }: TimeOfDay, now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour, minute);
  return new Date(today <= now.getTime() ? today : today - dayMs);
}

/** Returns when it will next be this time of day. */
export function nextMoment(time: TimeOfDay, now: Date): Date {
  return new Date(lastMoment(time, now).getTime() + dayMs);
}
