import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds: far longer than anything takes that tests wait for, on a busy machine too. It only ends what hangs. */
const timeoutMs = 90_000;

/** Milliseconds: the longest pause between two quick looks. */
const longestPause = 100;

/**
 * Repeats an assertion until it passes; its last failure is thrown. For what happens soon, but not before the answer. It
 * pauses at least as long as the assertion took, and longer the longer it has waited, so that looking takes little of the
 * machine from what it waits for.
 */
export async function until<Result>(
  assertion: () => Promise<Result> | Result,
  milliseconds: number = timeoutMs,
): Promise<Result> {
  const begin = Date.now();
  for (;;) {
    const start = Date.now();
    try {
      return await assertion();
    } catch (error) {
      const now = Date.now();
      if (now - begin >= milliseconds) throw error;
      await delay(Math.max(10, now - start, Math.min(longestPause, (now - begin) / 5)));
    }
  }
}
