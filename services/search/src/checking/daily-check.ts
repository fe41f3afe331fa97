import type { Logger } from '@svc/service-kit';
import { lastMoment, nextMoment, type TimeOfDay } from '../time-of-day.ts';
import type { LeasedWork } from '../work/leased-work.ts';
import { checkBeginning, type CheckProgress } from './check-progress.ts';

const lookMilliseconds = 20_000;

interface DailyCheckOptions {
  readonly checks: Pick<LeasedWork<CheckProgress>, 'begin' | 'state'>;
  /** Undefined where no check begins by itself. */
  readonly at: TimeOfDay | undefined;
  readonly log: Logger;
}

/** Has the index checked once a day, whichever instance sees first that it is time. */
export class DailyCheck {
  readonly #options: DailyCheckOptions;
  readonly #since = new Date();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DailyCheckOptions) {
    this.#options = options;
  }

  start(): void {
    if (!this.#options.at) return;
    this.#timer = setInterval(() => void this.look(new Date()), lookMilliseconds);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
  }

  /** When the next one begins. */
  next(now: Date): Date | undefined {
    return this.#options.at && nextMoment(this.#options.at, now);
  }

  /** Begins it when it is time, or was while nobody was there. A new installation waits for its first time. */
  async look(now: Date): Promise<void> {
    const { checks, at, log } = this.#options;
    if (!at) return;
    try {
      const moment = lastMoment(at, now);
      const isFirst = (await checks.state()) === undefined;
      if (isFirst && moment <= this.#since) return;
      await checks.begin(checkBeginning(false), moment);
    } catch (error) {
      log.warn({ err: error }, 'the daily check of the index can not begin; it will be tried again');
    }
  }
}
