import { expect, test } from '@jest/globals';
import { captureLog, until } from '@svc/testing';
import { dailyTask, lastMoment, nextMoment, parseTimeOfDay, ScheduledTask } from './scheduler.ts';

test.each([
  ['00:00', { hour: 0, minute: 0 }],
  ['23:59', { hour: 23, minute: 59 }],
  ['24:00', undefined],
  ['3:30', undefined],
  ['03:60', undefined],
  ['off', undefined],
])('the setting %s is parsed as a time of day', (text, expected) => {
  expect(parseTimeOfDay(text)).toEqual(expected);
});

test.each([
  [
    'before the time of day',
    '2026-11-22T03:29:59.999Z',
    '2026-11-21T03:30:00.000Z',
    '2026-11-22T03:30:00.000Z',
  ],
  ['at the time of day', '2026-11-22T03:30:00.000Z', '2026-11-22T03:30:00.000Z', '2026-11-23T03:30:00.000Z'],
  [
    'across the end of a year',
    '2026-12-31T23:00:00.000Z',
    '2026-12-31T03:30:00.000Z',
    '2027-01-01T03:30:00.000Z',
  ],
])('the last and next run times %s', (_when, now, last, next) => {
  const time = { hour: 3, minute: 30 };
  expect(lastMoment(time, new Date(now)).toISOString()).toBe(last);
  expect(nextMoment(time, new Date(now)).toISOString()).toBe(next);
});

const everyMs = 1_000_000;
const failure = 'nothing can be done';

test('a task runs once at a time, and a wake during a run causes one more run', async () => {
  const turns: PromiseWithResolvers<void>[] = [];
  const run = async () => {
    turns.push(Promise.withResolvers());
    await turns.at(-1)?.promise;
  };
  const task = new ScheduledTask({ run, everyMs, failure, log: captureLog().log }).start();
  await until(() => expect(turns).toHaveLength(1));
  task.wake();
  task.wake();
  turns[0]?.resolve();
  await until(() => expect(turns).toHaveLength(2));
  turns[1]?.resolve();
  await task.stop();
  task.wake();
  expect(turns).toHaveLength(2);
});

test('the next run is at the earliest requested time, also when requested during a run', async () => {
  let turns = 0;
  const run = async () => {
    turns += 1;
    if (turns === 2) task.wakeAt(new Date());
    return new Date(Date.now() + everyMs);
  };
  const task = new ScheduledTask({ run, everyMs, failure, log: captureLog().log }).start();
  await until(() => expect(turns).toBe(1));
  for (const soonMs of [everyMs / 2, 0, everyMs / 4]) task.wakeAt(new Date(Date.now() + soonMs));
  await until(() => expect(turns).toBe(3));
  await task.stop();
  expect(turns).toBe(3);
});

test('a task runs next at the time it returns, and soon after a failure, which is logged once', async () => {
  const now = () => new Date(5_000);
  const answers = [
    () => now(),
    ...[1, 2].map(() => () => Promise.reject(new Error('away'))),
    () => undefined,
  ];
  const { log, lines } = captureLog();
  const run = async () => answers.shift()?.();
  const task = new ScheduledTask({ run, everyMs, retryMs: 1, failure, log, now }).start();
  await until(() => expect(answers).toEqual([]));
  await task.stop();
  expect(lines.map(({ msg }) => msg)).toEqual([`${failure}; will retry`]);
});

test.each([
  ['missed', 'before', '2026-11-22T03:30:00.000Z', 0, true],
  ['not missed', 'after', '2026-11-23T03:30:00.000Z', 24 * 60 * 60_000, false],
])(
  'a time of day is %s when it passed %s the task was created',
  async (_is, _when, moment, later, isMissed) => {
    let time = Date.parse('2026-11-22T04:00:00Z');
    const told: unknown[] = [];
    const run = async (...given: unknown[]) => void told.push(given);
    const now = () => new Date(time);
    const task = dailyTask({ at: { hour: 3, minute: 30 }, run, failure, log: captureLog().log, now });
    time += later;
    task.start();
    await until(() => expect(told).toEqual([[new Date(moment), isMissed]]));
    await task.stop();
  },
);
