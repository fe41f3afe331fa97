import { setTimeout as delay } from 'node:timers/promises';
import type { Report } from '../report.ts';

export interface Waiting {
  check: () => Promise<void>;
  /** Returns the reason to give up early. */
  isOver?: () => string | undefined;
  /** The timeout, counted from the last change of the problem. */
  timeoutMs: number;
}

/** Repeats a check until it passes. Returns undefined then, else the reason for giving up. */
export async function waitUntilUp({ check, isOver, timeoutMs }: Waiting): Promise<string | undefined> {
  const seconds = stopwatch();
  let changedAt = 0;
  let pauseMs = 50;
  for (let before: string | undefined; ;) {
    const problem = await check().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (problem === undefined) return undefined;
    const over = isOver?.();
    if (over !== undefined) return over;
    // A changed problem is progress, for example of a migration.
    if (problem !== before) changedAt = seconds();
    before = problem;
    if ((seconds() - changedAt) * 1000 > timeoutMs)
      return `it is not ready after ${Math.round(seconds())} s (${problem})`;
    await delay(pauseMs);
    pauseMs = Math.min(pauseMs * 1.2, 200);
  }
}

/** Waits for several starts, and reports every five seconds which are not complete. */
export async function allUp(starting: Record<string, Promise<void>>, report: Report): Promise<void> {
  const seconds = stopwatch();
  const waiting = new Set(Object.keys(starting));
  const say = () => report(`Waiting for ${[...waiting].join(', ')} … ${Math.round(seconds())} s`);
  const progress = setInterval(say, 5_000);
  const ups = Object.entries(starting).map(([label, up]) => up.then(() => waiting.delete(label)));
  await Promise.all(ups).finally(() => clearInterval(progress));
}

export function stopwatch(): () => number {
  const started = performance.now();
  return () => (performance.now() - started) / 1000;
}
