import { expect, test } from '@jest/globals';
import { lastMoment, nextMoment, parseTimeOfDay } from './time-of-day.ts';

test.each([
  ['00:00', { hour: 0, minute: 0 }],
  ['23:59', { hour: 23, minute: 59 }],
  ['24:00', undefined],
  ['3:30', undefined],
  ['03:60', undefined],
  ['off', undefined],
])('%s', (text, expected) => {
  expect(parseTimeOfDay(text)).toEqual(expected);
});

test.each([
  ['before it', '2026-11-22T03:29:59.999Z', '2026-11-21T03:30:00.000Z', '2026-11-22T03:30:00.000Z'],
  ['at it', '2026-11-22T03:30:00.000Z', '2026-11-22T03:30:00.000Z', '2026-11-23T03:30:00.000Z'],
  [
    'over the end of a year',
    '2026-12-31T23:00:00.000Z',
    '2026-12-31T03:30:00.000Z',
    '2027-01-01T03:30:00.000Z',
  ],
])('the moments %s', (_when, now, last, next) => {
  const time = { hour: 3, minute: 30 };
  expect(lastMoment(time, new Date(now)).toISOString()).toBe(last);
  expect(nextMoment(time, new Date(now)).toISOString()).toBe(next);
});
