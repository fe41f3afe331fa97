import type { Deadline } from '@svc/service-kit';

/** Lets only so many pieces of work run at once; the others wait in line, and those nobody waits for are not begun. */
export class WorkLine {
  readonly #places: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(places: number) {
    this.#places = places;
  }

  /** @throws ServiceError `service_unavailable` when the deadline is over before its turn comes. */
  async run<Result>(deadline: Deadline, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#places) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      deadline.check();
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
