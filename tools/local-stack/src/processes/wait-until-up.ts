import { setTimeout as delay } from 'node:timers/promises';
import type { Report } from '../report.ts';

export interface Waiting {
  check: () => Promise<void>;
  /** Why there is nothing left to wait for. */
  isOver?: () => string | undefined;
  /** How long it may say the same of why it is not up. */
  timeoutMs: number;
}

/** Repeats a check until it passes. Answers undefined then, otherwise why it was given up. */
export async function waitUntilUp({ check, isOver, timeoutMs }: Waiting): Promise<string | undefined> {
  const seconds = stopwatch();
  let changedAt = 0;
  for (let before: string | undefined; ;) {
    const problem = await check().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (problem === undefined) return undefined;
    const over = isOver?.();
    if (over !== undefined) return over;
    // Who says how far it is, as with a migration, gets on.
    if (problem !== before) changedAt = seconds();
    before = problem;
    if ((seconds() - changedAt) * 1000 > timeoutMs)
      return `it is not ready after ${Math.round(seconds())} s (${problem})`;
    await delay(50);
  }
}

/** Says every five seconds, by their labels, which of several still have to come up. */
export async function allUp(starting: Record<string, Promise<void>>, report: Report): Promise<void> {
  const seconds = stopwatch();
  const waiting = new Set(Object.keys(starting));
  const say = () => report(`Waiting for ${[...waiting].join(', ')} … ${Math.round(seconds())} s`);
  const progress = setInterval(say, 5_000);
  const ups = Object.entries(starting).map(([label, up]) => up.then(() => waiting.delete(label)));
  await Promise.all(ups).finally(() => clearInterval(progress));
}

function stopwatch(): () => number {
  const started = performance.now();
  return () => (performance.now() - started) / 1000;
}
