import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a condition by asking again and again. Throws with what was waited for when the time is over. */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 45_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Not within ${timeoutMs / 1000} s: ${what}`);
    await delay(20);
  }
}
