import { expect, test } from '@jest/globals';
import { clockSkew } from './clock-skew.ts';

test.each([
  ['an immediate answer of an equal clock', 1_000, 1_000, 1_000, 0],
  ['a slow answer of an equal clock, read early', 1_000, 1_000, 3_000, 0],
  ['a slow answer of an equal clock, read late', 3_000, 1_000, 3_000, 0],
  ['a clock that is ahead', 6_000, 1_000, 2_000, 4_000],
  ['a clock that is behind', 500, 5_000, 6_000, -4_500],
])('%s', (_case, theirs, sentAt, receivedAt, skew) => {
  expect(clockSkew(theirs, { sentAt, receivedAt })).toBe(skew);
});
