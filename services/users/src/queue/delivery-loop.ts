import type { Logger } from '@svc/service-kit';

/** What a loop works with. */
export interface DeliveryLoopOptions {
  /** Does all that is due; answers when there is more to do. */
  readonly work: () => Promise<Date | undefined>;
  readonly now: () => Date;
  readonly log: Logger;
}

/** An instance looks at least this often, in milliseconds: for what another one has put there and ended. */
const longestPause = 60_000;
const pauseAfterFailure = 5_000;

/** Works when it is told to, and at the time of which the work before said that there would be more. */
export class DeliveryLoop {
  readonly #options: DeliveryLoopOptions;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();
  #isAsked = false;
  #isStopped = false;

  constructor(options: DeliveryLoopOptions) {
    this.#options = options;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** There is something to do now. */
  kick(): void {
    if (this.#isAsked || this.#isStopped) return;
    this.#isAsked = true;
    clearTimeout(this.#timer);
    this.#work = this.#work.then(() => this.#run());
  }

  /** Begins nothing any more, and waits for what was begun. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#work;
  }

  /** Never rejects: nobody is there to catch it. */
  async #run(): Promise<void> {
    if (this.#isStopped) return;
    this.#isAsked = false;
    const pause = await this.#pauseAfterWork();
    if (!this.#isAsked && !this.#isStopped) this.#timer = setTimeout(() => this.kick(), pause);
  }

  async #pauseAfterWork(): Promise<number> {
    const { work, now, log } = this.#options;
    try {
      const next = await work();
      const pause = next ? next.getTime() - now().getTime() : longestPause;
      return Math.min(longestPause, Math.max(0, pause));
    } catch (error) {
      log.warn({ err: error }, 'what is to be sent could not be looked at; it will be again');
      return pauseAfterFailure;
    }
  }
}
