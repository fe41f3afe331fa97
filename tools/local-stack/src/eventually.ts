import { setTimeout as delay } from 'node:timers/promises';

/** Polls a condition until it holds. @throws Error that names `what` after the timeout. */
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
