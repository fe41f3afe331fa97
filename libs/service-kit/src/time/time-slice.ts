import { setImmediate as eventLoopTurn } from 'node:timers/promises';

/** How long a slice is, in milliseconds, during which long work blocks the process. */
const sliceMs = 4;

/** Divides work that would block the process: between two slices, other work runs. */
export class TimeSlice {
  #since = performance.now();

  /** Whether the slice is over and `end` should be called. */
  get isOver(): boolean {
    return performance.now() - this.#since > sliceMs;
  }

  /** Lets all waiting work run; then the next slice begins. */
  async end(): Promise<void> {
    await eventLoopTurn();
    this.#since = performance.now();
  }
}

/** Maps an array in slices. */
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
