import { expect, test } from '@jest/globals';
import { createLogger } from '@svc/service-kit';
import type { Work } from '../work/work.ts';
import type { CheckProgress } from './check-progress.ts';
import { DailyCheck } from './daily-check.ts';

const at = { hour: 3, minute: 30 };
const log = createLogger({ service: 'search', level: 'silent' });

/** Checks of which the last one, if there was any, began at a time; those that are begun from then on. */
function checksSince(begunAt: Date | undefined) {
  const begun: (Date | undefined)[] = [];
  const state = async () => (begunAt ? ({ begunAt } as Work<CheckProgress>) : undefined);
  const begin = async (_progress: CheckProgress, unlessSince?: Date) => {
    begun.push(unlessSince);
    return { work: { begunAt } as Work<CheckProgress>, hasBegun: true };
  };
  return { begun, checks: { state, begin } };
}

const tomorrow = new Date(Date.now() + 48 * 60 * 60 * 1_000);

test('a check begins unless one has begun since it was time', async () => {
  const { begun, checks } = checksSince(new Date(0));
  await new DailyCheck({ checks, at, log }).look(new Date('2026-11-22T04:00:00Z'));
  expect(begun).toEqual([new Date('2026-11-22T03:30:00Z')]);
});

test('a new installation waits for its first time', async () => {
  const { begun, checks } = checksSince(undefined);
  const daily = new DailyCheck({ checks, at, log });
  await daily.look(new Date());
  expect(begun).toEqual([]);
  await daily.look(tomorrow);
  expect(begun).toHaveLength(1);
});

test('where it is off no check begins, and none is announced', async () => {
  const { begun, checks } = checksSince(new Date(0));
  const daily = new DailyCheck({ checks, at: undefined, log });
  await daily.look(tomorrow);
  expect(begun).toEqual([]);
  expect(daily.next(tomorrow)).toBeUndefined();
});
