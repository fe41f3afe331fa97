import { expect, test } from '@jest/globals';
import { boundText, boundTexts, maxTextLength } from './bounds.ts';

test('a long text is truncated and a short text is kept', () => {
  expect(boundText('x'.repeat(1_000_000))).toBe('x'.repeat(maxTextLength));
  expect(boundText('short')).toBe('short');
});

test('a truncated text does not end in half a surrogate pair', () => {
  expect(boundText('a🙂', 2)).toBe('a\ufffd');
});

test('texts are truncated each and in total, and keep their positions', () => {
  const texts = ['aaaa', 'b', 'cccc', 'd', 'e'];
  expect(boundTexts(texts, { each: 3, together: 6 })).toEqual(['aaa', 'b', 'cc', '', '']);
});
