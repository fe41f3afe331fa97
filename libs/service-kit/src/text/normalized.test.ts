import { expect, test } from '@jest/globals';
import { growth } from '@svc/testing';
import { normalized } from './normalized.ts';

test.each(['Ünï', 'ﬁ Å', 'مُحَمَّد', 'ｶﾞ', 'a\u0300\u0316', `a${'\u0300\u0316'.repeat(15)}`, '각'])(
  'the normal forms of a common text are those of Unicode: %s',
  (text) => {
    for (const form of ['NFC', 'NFKC', 'NFKD'] as const)
      expect(normalized(text, form)).toBe(text.normalize(form));
  },
);

test.each([
  ['in two halves', (size: number) => '\u0300'.repeat(size / 2) + '\u0316'.repeat(size / 2)],
  ['alternating', (size: number) => '\u0300\u0316'.repeat(size / 2)],
  ['of half-width kana', (size: number) => '\u0300\uFF9E'.repeat(size / 2)],
])('normalization takes linear time for many combining marks on a letter: %s', (_what, marks) => {
  expect(growth(25_000, (size) => normalized(`a${marks(size)}`, 'NFKD'))).toBeLessThan(10);
});
