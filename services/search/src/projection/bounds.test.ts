import { expect, test } from '@jest/globals';
import { boundText, boundTexts, maxTextLength } from './bounds.ts';

test('of a long text its beginning is kept, of a short one all', () => {
  expect(boundText('x'.repeat(1_000_000))).toBe('x'.repeat(maxTextLength));
  expect(boundText('short')).toBe('short');
});

test('no half character is left where a text is cut', () => {
  expect(boundText('a🙂', 2)).toBe('a\ufffd');
});

test('texts are bounded each and together, and keep their places', () => {
  const texts = ['aaaa', 'b', 'cccc', 'd', 'e'];
  expect(boundTexts(texts, { each: 3, together: 6 })).toEqual(['aaa', 'b', 'cc', '', '']);
});
