import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Registry } from 'prom-client';
import type { Condition } from '../model/filter.ts';
import { ChangeLog } from './change-log.ts';
import type { RecordChanges } from './record-changes.ts';
import { QueryCache } from './query-cache.ts';

const asked = { postType: 'contacts', condition: { name: 'x' } };
let changeLog: ChangeLog;
/** How often it was looked for changes, and how often the answer was made. */
let looks: number;
let made: number;
/** Whether the changes can be followed. */
let isFollowed: boolean;

beforeEach(() => {
  isFollowed = true;
  jest.useFakeTimers();
  changeLog = new ChangeLog();
  looks = 0;
  made = 0;
});

afterEach(() => {
  jest.useRealTimers();
});

function answersWithoutCheck(maxStaleMs?: number, isCounted?: true): QueryCache<number> {
  const sync = async () => {
    looks += 1;
    return isFollowed;
  };
  return new QueryCache({
    changes: { changeLog, sync } as unknown as RecordChanges,
    registry: new Registry(),
    maxSize: 20,
    sizeOf: () => 1,
    counter: { name: 'told', help: 'Answers.', made: 'made' },
    ...(maxStaleMs === undefined ? {} : { maxStaleMs }),
    ...(isCounted && { isCounted }),
  });
}

const make = async () => {
  made += 1;
  return made;
};
const change = () => changeLog.note({ operationType: 'insert', id: 1, postType: 'contacts', paths: [] });

test('a change is seen immediately', async () => {
  const answers = answersWithoutCheck();
  expect(await answers.of(asked, make)).toBe(1);
  expect(await answers.of(asked, make)).toBe(1);
  change();
  expect(await answers.of(asked, make)).toBe(2);
  expect({ looks, made }).toEqual({ looks: 3, made: 2 });
});

test('a cache with a maximum age checks for changes only after that time', async () => {
  const answers = answersWithoutCheck(1_000);
  expect(await answers.of(asked, make)).toBe(1);
  jest.advanceTimersByTime(999);
  expect(await answers.of(asked, make)).toBe(1);
  expect({ looks, made }).toEqual({ looks: 1, made: 1 });
  jest.advanceTimersByTime(1);
  expect(await answers.of(asked, make)).toBe(1);
  expect({ looks, made }).toEqual({ looks: 2, made: 1 });
});

test('an answer is not served after a change in the log, even within its maximum age', async () => {
  const answers = answersWithoutCheck(1_000);
  expect(await answers.of(asked, make)).toBe(1);
  change();
  expect(await answers.of(asked, make)).toBe(2);
  changeLog.note({ operationType: 'insert', id: 1, postType: 'groups', paths: [] });
  expect(await answers.of(asked, make)).toBe(2);
  expect({ looks, made }).toEqual({ looks: 1, made: 2 });
});

test.each([
  ['counted before', false],
  ['possibly counted already', true],
])('the update of a count knows whether a new record was %s', async (_when, isMeanwhile) => {
  const numbers = answersWithoutCheck(undefined, true);
  const ofThen: boolean[] = [];
  const ask = () =>
    numbers.of(
      asked,
      async () => {
        if (isMeanwhile) change();
        return 5;
      },
      (number, { created }, { isOfThen }) => {
        ofThen.push(isOfThen);
        return number + created.length;
      },
    );
  expect(await ask()).toBe(5);
  if (!isMeanwhile) change();
  expect(await ask()).toBe(6);
  expect(await ask()).toBe(6);
  expect(ofThen).toEqual([!isMeanwhile, true]);
});

test('a caller that waits for a failing answer computes it again', async () => {
  const answers = answersWithoutCheck(1_000);
  const failing = answers.of(asked, () => Promise.reject(new Error('too slow')));
  const waiting = answers.of(asked, make);
  await expect(failing).rejects.toThrow('too slow');
  expect(await waiting).toBe(1);
});

test('conditions with values of different kinds have separate answers', async () => {
  const answers = answersWithoutCheck();
  const day = '2026-01-01T00:00:00.000Z';
  const conditions: Condition[] = [
    { name: 'a' },
    { name: /a/ },
    { name: /a/i },
    { name: { $regex: 'a' } },
    { createdAt: { $gte: new Date(day) } },
    { createdAt: { $gte: day } },
    { createdAt: null },
    {},
    { 'fields.x': 1 },
    { 'fields.x': '1' },
    { 'fields.x': true },
    { 'fields.x': { $in: [1] } },
  ];
  for (const _again of [1, 2])
    for (const [place, condition] of conditions.entries())
      expect(await answers.of({ postType: 'contacts', condition }, make)).toBe(place + 1);
});

test('a result that was read before a change is not served after it', async () => {
  const answers = answersWithoutCheck();
  const since = answers.moment;
  const gathered = await make();
  change();
  expect(await answers.of({ ...asked, since }, async () => gathered)).toBe(1);
  expect(await answers.of(asked, make)).toBe(2);
});

test.each<[string, Condition, boolean]>([
  ['is too long to keep', { _id: { $in: Array.from({ length: 3_000 }, (_, index) => index) } }, true],
  ['has no known paths', { $expr: { $eq: ['$name', '$fields.a'] } }, true],
  ['is asked while changes cannot be followed', { name: 'x' }, false],
])('a condition that %s is not cached', async (_what, condition, isKnown) => {
  const answers = answersWithoutCheck();
  isFollowed = isKnown;
  for (const answer of [1, 2])
    expect(await answers.of({ postType: 'contacts', condition }, make)).toBe(answer);
});
