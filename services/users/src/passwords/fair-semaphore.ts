import type { Deadline } from '@svc/service-kit';

/** How many tasks may run at once, in total and per key. */
export interface FairLimits {
  readonly places: number;
  readonly perKey: number;
}

/**
 * A semaphore with a limit per key. Waiting keys take turns, so that one key with many tasks does not delay the others.
 * A task whose deadline is over is not started.
 */
export class FairSemaphore {
  readonly #limits: FairLimits;
  /** Waiting tasks by key; the key that is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #running = new Map<string, number>();
  #taken = 0;

  constructor(limits: FairLimits) {
    this.#limits = limits;
  }

  /** @throws ServiceError `service_unavailable` when the deadline is over before the task starts. */
  async run<Result>(key: string, deadline: Deadline, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((begin) => {
      this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), begin]);
      this.#startNext();
    });
    try {
      deadline.check();
      return await work();
    } finally {
      this.#release(key);
      this.#startNext();
    }
  }

  #startNext(): void {
    for (const [key, [begin, ...rest]] of this.#waiting) {
      if (this.#taken >= this.#limits.places) return;
      const running = this.#running.get(key) ?? 0;
      if (!begin || running >= this.#limits.perKey) continue;
      this.#waiting.delete(key);
      if (rest.length > 0) this.#waiting.set(key, rest);
      this.#running.set(key, running + 1);
      this.#taken += 1;
      begin();
    }
  }

  #release(key: string): void {
    const left = (this.#running.get(key) ?? 1) - 1;
    if (left === 0) this.#running.delete(key);
    else this.#running.set(key, left);
    this.#taken -= 1;
  }
}
