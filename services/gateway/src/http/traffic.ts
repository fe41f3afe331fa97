import type { TrafficMinute } from '@svc/contracts';

interface Minute {
  readonly at: number;
  failures: number;
  requests: number;
  /** Some of the durations, in milliseconds. */
  readonly durations: number[];
}

/** Two hours, so that the status of a gateway stays small. */
const keptMinutes = 120;
/** Of more requests in a minute, a sample has the durations. */
const maxDurations = 500;

/** The requests of the last hours, for administrators who have no other monitoring (docs/guides/operations.md). */
export class Traffic {
  readonly #minutes: Minute[] = [];
  readonly #now: () => number;
  readonly #random: () => number;

  constructor({ now = Date.now, random = Math.random }: { now?: () => number; random?: () => number } = {}) {
    this.#now = now;
    this.#random = random;
  }

  note({ status, milliseconds }: { readonly status: number; readonly milliseconds: number }): void {
    const minute = this.#current();
    minute.requests += 1;
    if (status >= 500) minute.failures += 1;
    if (minute.durations.length < maxDurations) minute.durations.push(milliseconds);
    else {
      const place = Math.floor(this.#random() * minute.requests);
      if (place < maxDurations) minute.durations[place] = milliseconds;
    }
  }

  /** The minutes with requests, oldest first. */
  minutes(): TrafficMinute[] {
    return this.#minutes.map(({ at, requests, failures, durations }) => {
      const sorted = durations.toSorted((one, other) => one - other);
      return {
        at,
        requests,
        failures,
        median_ms: quantile(sorted, 0.5),
        slow_ms: quantile(sorted, 0.95),
      };
    });
  }

  #current(): Minute {
    const at = Math.floor(this.#now() / 60_000) * 60;
    const last = this.#minutes.at(-1);
    if (last?.at === at) return last;
    const next: Minute = { at, requests: 0, failures: 0, durations: [] };
    this.#minutes.push(next);
    while ((this.#minutes[0]?.at ?? at) <= at - keptMinutes * 60) this.#minutes.shift();
    return next;
  }
}

function quantile(sorted: readonly number[], share: number): number {
  const value = sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return Math.round(value * 10) / 10;
}
