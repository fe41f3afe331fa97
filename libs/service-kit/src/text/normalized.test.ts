import { expect, test } from '@jest/globals';
import { growth } from '@svc/testing';
import { normalized } from './normalized.ts';

test.each(['Ünï', 'ﬁ Å', 'مُحَمَّد', 'ｶﾞ', 'a\u0300\u0316', `a${'\u0300\u0316'.repeat(15)}`, '각'])(
  'a text as people write it has its normal forms: %s',
  (text) => {
    for (const form of ['NFC', 'NFKC', 'NFKD'] as const)
      expect(normalized(text, form)).toBe(text.normalize(form));
  },
);

test.each([
  ['half of them before the others', (size: number) => '\u0300'.repeat(size / 2) + '\u0316'.repeat(size / 2)],
  ['by turns', (size: number) => '\u0300\u0316'.repeat(size / 2)],
  ['of kana of half width', (size: number) => '\u0300\uFF9E'.repeat(size / 2)],
])('many marks on a letter take time in proportion to their number: %s', (_what, marks) => {
  expect(growth(25_000, (size) => normalized(`a${marks(size)}`, 'NFKD'))).toBeLessThan(10);
});
