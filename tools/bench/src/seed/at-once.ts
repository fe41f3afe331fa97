import type { Report } from '@svc/local-stack';
import { sideBySide } from '@svc/service-kit';

const reportEvery = 10_000;

/** Calls `make` for each number from 0 to `count - 1`, several concurrently, and reports progress. */
export async function atOnce(
  { count, inParallel, what, report }: { count: number; inParallel: number; what: string; report: Report },
  make: (index: number) => Promise<void>,
): Promise<void> {
  let made = 0;
  const started = performance.now();
  const say = () =>
    report(
      `${what}: ${made} of ${count} (${Math.round((made / (performance.now() - started)) * 1000)} a second)`,
    );
  const progress = setInterval(say, reportEvery);
  try {
    await sideBySide(Array(count).keys(), inParallel, async (index) => {
      await make(index);
      made += 1;
    });
    say();
  } finally {
    clearInterval(progress);
  }
}
