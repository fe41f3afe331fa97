import type { Report } from '@svc/local-stack';

/** How many things are made at the same time, and what they are called. */
export interface Work {
  count: number;
  inParallel: number;
  what: string;
  report: Report;
}

const reportEvery = 10_000;

/** Does something for each number from 0 up to, not including, `count`, several at a time, and says how far it is. */
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
    // What the others have not begun yet is left when one of them fails.
    next = count;
  }
}
