import { expect, test } from '@jest/globals';
import { RecentCallers } from './recent-callers.ts';

test('a caller is alone until another one sends a request, and a second after it', () => {
  const callers = new RecentCallers();
  expect(callers.isAlone('a', 0)).toBe(true);
  callers.note('a', 0);
  expect(callers.isAlone('a', 10)).toBe(true);
  expect(callers.isAlone('b', 10)).toBe(false);
  callers.note('b', 20);
  callers.note('b', 30);
  expect(callers.isAlone('a', 1_030)).toBe(false);
  expect(callers.isAlone('a', 1_031)).toBe(true);
});

test('of several callers the latest other one counts', () => {
  const callers = new RecentCallers();
  for (const [at, caller] of ['a', 'b', 'c', 'a'].entries()) callers.note(caller, at * 100);
  expect(callers.isAlone('a', 1_200)).toBe(false);
  expect(callers.isAlone('a', 1_201)).toBe(true);
  expect(callers.isAlone('c', 1_300)).toBe(false);
});
