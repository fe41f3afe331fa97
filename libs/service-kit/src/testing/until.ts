import { setTimeout as delay } from 'node:timers/promises';

/**
 * Repeats an assertion until it passes; its last failure is thrown when the milliseconds are over. For what happens
 * soon, but not before the answer.
 */
export async function until<Result>(
  milliseconds: number,
  assertion: () => Promise<Result> | Result,
): Promise<Result> {
  const end = Date.now() + milliseconds;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() >= end) throw error;
      await delay(10);
    }
  }
}
