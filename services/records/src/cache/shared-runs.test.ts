import { expect, test } from '@jest/globals';
import { SharedRuns } from './shared-runs.ts';

/** Runs that end when the test says so; their results are their numbers. */
function heldRuns() {
  const ends: (() => void)[] = [];
  const runs = new SharedRuns(
    () => new Promise<number>((resolve) => void ends.push(() => resolve(ends.length))),
  );
  return { runs, ends };
}

/** What was asked in this turn has begun. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('callers that arrive during a run share the next one', async () => {
  const { runs, ends } = heldRuns();
  const first = runs.next();
  await turn();
  const others = [runs.next(), runs.next()];
  ends[0]?.();
  expect(await first).toBe(1);
  await turn();
  ends[1]?.();
  expect(await Promise.all(others)).toEqual([2, 2]);
});

test('a caller for whom a run that began after a moment is new enough takes its result, during it and afterwards', async () => {
  const { runs, ends } = heldRuns();
  const asOf = performance.now();
  const first = runs.next();
  await turn();
  const during = runs.next(asOf);
  ends[0]?.();
  expect(await Promise.all([first, during, runs.next(asOf)])).toEqual([1, 1, 1]);
  expect(ends).toHaveLength(1);
});

test('a run that began before the moment of a caller is not new enough', async () => {
  const { runs, ends } = heldRuns();
  const first = runs.next();
  await turn();
  ends[0]?.();
  await first;
  const later = runs.next(performance.now() + 0.001);
  await turn();
  ends[1]?.();
  expect(await later).toBe(2);
});
