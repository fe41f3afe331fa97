import { expect, test } from '@jest/globals';
import { type Query, toQueryString } from './query-string.ts';

test.each<[Query, string]>([
  [{}, ''],
  [{ none: undefined, nothing: null }, ''],
  [{ s: 'a&b ü', n: 0, flag: false }, '?s=a%26b%20%C3%BC&n=0&flag=false'],
  [{ ids: [1, 'x'], empty: [] }, '?ids[]=1&ids[]=x&empty[]='],
  [{ date: { start: '2026-01-01', end: undefined } }, '?date[start]=2026-01-01'],
  [{ fields: { 0: [{ tags: ['a'] }, { name: 'x' }] } }, '?fields[0][0][tags][]=a&fields[0][1][name]=x'],
])('writes %j as %s', (query, expected) => {
  expect(toQueryString(query).replaceAll('%5B', '[').replaceAll('%5D', ']')).toBe(expected);
});
