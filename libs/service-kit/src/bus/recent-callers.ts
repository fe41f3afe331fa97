/** Requests of a caller count for this long after they arrived, in milliseconds. */
const recentMs = 1_000;

interface Arrived {
  readonly caller: string;
  at: number;
}

/** Whose requests arrived at a process within the last second: enough to know whether one caller has the process alone. */
export class RecentCallers {
  #latest: Arrived | undefined;
  /** The latest one of another caller than `#latest`. */
  #other: Arrived | undefined;

  /** Notes a request of a caller. */
  note(caller: string, now = performance.now()): void {
    if (this.#latest?.caller === caller) {
      this.#latest.at = now;
      return;
    }
    this.#other = this.#latest;
    this.#latest = { caller, at: now };
  }

  /** Whether no other caller has sent requests recently. */
  isAlone(caller: string, now = performance.now()): boolean {
    const other = this.#latest?.caller === caller ? this.#other : this.#latest;
    return other === undefined || now - other.at > recentMs;
  }
}
