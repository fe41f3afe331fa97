import { expect, test } from '@jest/globals';
import { Deadline } from './deadline.ts';

test.each([
  ['a moment', () => new Deadline(Date.now() + 5_000.75)],
  ['a number of milliseconds', () => Deadline.after(5_000.25)],
])('a deadline made from %s with a fraction has whole milliseconds left', (_what, make) => {
  const { at, remaining, maxTimeMS } = make();
  for (const milliseconds of [at, remaining, maxTimeMS]) expect(Number.isInteger(milliseconds)).toBe(true);
});
