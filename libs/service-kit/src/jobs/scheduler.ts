import type { Logger } from '../log/create-logger.ts';

/** What is done again and again, never twice at the same time. */
export interface TaskOptions {
  /** May answer when there is more to do before its next turn. */
  readonly run: () => Promise<Date | void>;
  /** The longest pause between two turns, in milliseconds. */
  readonly everyMs: number;
  /** The pause after a failure, where it is another one. */
  readonly retryMs?: number;
  /** What the log says of a failure, once until another one or a success: `modules cannot be read`. */
  readonly failure: string;
  /** `warn` when absent. */
  readonly level?: 'debug' | 'error';
  readonly log: Logger;
  /** The clock by which `run` says when there is more to do. */
  readonly now?: () => Date;
}

/** Takes its turns from the first time on that it is woken. */
export class ScheduledTask {
  readonly #options: TaskOptions;
  #timer: NodeJS.Timeout | undefined;
  /** When the next turn is, by the clock of `run`; a turn that is under way has still to say so. */
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

  /** Has the first turn now. */
  start(): this {
    this.wake();
    return this;
  }

  /** There is something to do now. */
  wake(): void {
    if (this.#isAsked || this.#isStopped) return;
    this.#isAsked = true;
    this.#endSleep();
    this.#turn = this.#turn.then(() => this.#take());
  }

  /** There is something to do at this time: the next turn is not later. */
  wakeAt(at: Date): void {
    if (this.#isAsked || this.#isStopped || at.getTime() >= this.#nextAt) return;
    this.#nextAt = at.getTime();
    if (this.#timer) this.#sleep();
  }

  /** Has a turn of its own after the one that is under way, also when it is stopped. @throws as `run` */
  async turn(): Promise<void> {
    const turn = this.#turn.then(this.#options.run);
    this.#turn = turn.then(nothing, nothing);
    await turn;
  }

  /** Has no more turns; fulfilled when the one that is under way is over. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#endSleep();
    await this.#turn;
  }

  /** Never rejects: nobody is there to catch it. */
  async #take(): Promise<void> {
    if (this.#isStopped) return;
    this.#isAsked = false;
    this.#nextAt = Infinity;
    const next = await this.#run();
    this.#nextAt = Math.min(this.#nextAt, next);
    if (!this.#isAsked && !this.#isStopped) this.#sleep();
  }

  /** Answers when the next turn has to be. */
  async #run(): Promise<number> {
    const { run, everyMs, retryMs = everyMs } = this.#options;
    try {
      const next = await run();
      this.#problem = undefined;
      return Math.min(next?.getTime() ?? Infinity, this.#now() + everyMs);
    } catch (error) {
      this.#tell(error);
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

  #tell(error: unknown): void {
    const { failure, log, level = 'warn' } = this.#options;
    if (this.#problem !== String(error)) log[level]({ err: error }, `${failure}; it will be tried again`);
    this.#problem = String(error);
  }
}

const nothing = () => {};

/** A minute of each day, in UTC. */
export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
}

/** What is done once a day. Every instance is told, more than once: `run` does it for the first alone. */
export interface DailyOptions extends Pick<TaskOptions, 'failure' | 'log' | 'now'> {
  readonly at: TimeOfDay;
  /** `moment` is the last time that it was time; it is missed when no instance of this program was there to see it. */
  readonly run: (moment: Date, isMissed: boolean) => Promise<unknown>;
}

const dailyLookMs = 20_000;

/** A task at a time of day, also when that has come while nobody was there. */
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

/** `03:30`; undefined of any other text. */
export function parseTimeOfDay(text: string): TimeOfDay | undefined {
  const [, hour = '', minute = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hour === '' ? undefined : { hour: Number(hour), minute: Number(minute) };
}

/** The last time that it was this time of day. */
export function lastMoment({ hour, minute }: TimeOfDay, now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour, minute);
  return new Date(today <= now.getTime() ? today : today - dayMs);
}

/** The next time that it will be. */
export function nextMoment(time: TimeOfDay, now: Date): Date {
  return new Date(lastMoment(time, now).getTime() + dayMs);
}
