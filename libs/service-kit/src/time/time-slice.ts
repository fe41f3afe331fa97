import { setImmediate as eventLoopTurn } from 'node:timers/promises';

/** Milliseconds that long work has the process for itself. */
const sliceMs = 4;

/** For work that would keep everything else in the process waiting: between two pieces of it others have their turn. */
export class TimeSlice {
  #since = performance.now();

  /** Whether it is time to `end` it. */
  get isOver(): boolean {
    return performance.now() - this.#since > sliceMs;
  }

  /** Lets everything that waits go first; then the next slice begins. */
  async end(): Promise<void> {
    await eventLoopTurn();
    this.#since = performance.now();
  }
}

/** Maps in slices. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const slice = new TimeSlice();
  const results: Result[] = [];
  for (const item of items) {
    if (slice.isOver) await slice.end();
    results.push(map(item));
  }
  return results;
}
