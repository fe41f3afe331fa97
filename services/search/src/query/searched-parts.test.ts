import { expect, test } from '@jest/globals';
import { searchedParts } from './searched-parts.ts';

test.each([
  [{}, { post: true, comment: true, meta: true }],
  [{ post: true }, { post: true, comment: false, meta: false }],
  [
    { comment: true, meta: true },
    { post: false, comment: true, meta: true },
  ],
  [{ post: false }, { post: false, comment: false, meta: false }],
])('the flags %j search %j', (flags, expected) => {
  expect(searchedParts(flags)).toEqual(expected);
});
