/** The reads of one experiment. */
export class Tally {
  readonly name: string;
  /** Reads that began in this experiment and have an outcome. */
  reads = 0;
  /** Reads whose first request got no answer. */
  failedOnce = 0;
  /** Reads that got no answer at the second gateway either. */
  failed = 0;
  /** The longest time between two answers, in milliseconds. */
  longestGapMs = 0;
  /** The longest time from the first request of a read to its answer, in milliseconds. */
  slowestMs = 0;
  /** Why first requests failed, with their numbers. */
  readonly reasons = new Map<string, number>();
  #answeredAt: number;
  #isOver = false;

  constructor(name: string, now: number) {
    this.name = name;
    this.#answeredAt = now;
  }

  get answered(): number {
    return this.reads - this.failed;
  }

  /** An answer, to a read of this experiment or of the one before. */
  noteAnswer(now: number): void {
    if (this.#isOver) return;
    this.longestGapMs = Math.max(this.longestGapMs, now - this.#answeredAt);
    this.#answeredAt = now;
  }

  /** The first request of a read of this experiment failed. */
  noteFailure(reason: string): void {
    this.failedOnce += 1;
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
  }

  /** The outcome of a read of this experiment. */
  noteOutcome(isAnswered: boolean, milliseconds: number): void {
    this.reads += 1;
    if (!isAnswered) this.failed += 1;
    else this.slowestMs = Math.max(this.slowestMs, milliseconds);
  }

  /** The experiment is over; outcomes of its reads may still come. */
  end(now: number): void {
    this.noteAnswer(now);
    this.#isOver = true;
  }
}

/** The share of reads that were answered, at most at their second gateway, and at the first one. */
export function shares(tallies: readonly Tally[]): { answered: number; answeredAtOnce: number } {
  const sum = (count: (tally: Tally) => number) => tallies.reduce((total, tally) => total + count(tally), 0);
  const reads = sum((tally) => tally.reads);
  const share = (count: number) => (reads === 0 ? 1 : count / reads);
  return {
    answered: share(reads - sum(({ failed }) => failed)),
    answeredAtOnce: share(reads - sum(({ failedOnce }) => failedOnce)),
  };
}
