import type { Report } from '@svc/local-stack';

export interface Work {
  count: number;
  inParallel: number;
  what: string;
  report: Report;
}

const reportEvery = 10_000;

/** Calls `make` for each number from 0 to `count - 1`, several concurrently, and reports progress. */
export async function atOnce(
  { count, inParallel, what, report }: Work,
  make: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  let made = 0;
  const started = performance.now();
  const say = () =>
    report(
      `${what}: ${made} of ${count} (${Math.round((made / (performance.now() - started)) * 1000)} a second)`,
    );
  const progress = setInterval(say, reportEvery);
  const worker = async () => {
    while (next < count) {
      await make(next++);
      made += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: inParallel }, worker));
    say();
  } finally {
    clearInterval(progress);
    // After a failure no further items are begun.
    next = count;
  }
}
