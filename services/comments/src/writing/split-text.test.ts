import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cleanComment, cleanText, maxCommentLength } from '@svc/service-kit/clean-text';
import { growth } from '@svc/testing';
import { mentionedIn } from './comment-values.ts';
import { commentParts, maxTextLength, splitText } from './split-text.ts';

const bytes = (text: string) => Buffer.byteLength(text);

test.each([
  ['a short text', 'x', [1]],
  ['a text of just the limit', 'y'.repeat(maxTextLength), [maxTextLength]],
  ['a text one byte over the limit', 'y'.repeat(maxTextLength + 1), [maxTextLength, 1]],
  ['characters of two bytes', 'é'.repeat(2_500), [4_998, 2]],
  ['characters of four bytes', '😀'.repeat(1_250), [4_996, 4]],
])('%s is cut between characters', (_what, text, lengths) => {
  const parts = splitText(text);
  expect(parts.map(bytes)).toEqual(lengths);
  expect(parts.join('')).toBe(text);
});

test.each([
  ['a tag', '<a href="https://x.test/long">'],
  ['an entity', '&amp;'],
  ['a letter with its accents', 'e\u0301\u0323'],
  ['an emoji of several code points', '👩‍👩‍👧‍👦'],
])('a text is not cut within %s', (_what, piece) => {
  for (let before = maxTextLength - bytes(piece) + 1; before < maxTextLength; before += 1) {
    const [first] = splitText('y'.repeat(before) + piece + 'z'.repeat(10));
    expect(first).toHaveLength(before);
  }
});

test('a tag that is longer than a part stays whole', () => {
  const tag = `<a href="https://x.test/${'y'.repeat(maxTextLength)}">`;
  expect(splitText(`${tag}x</a>`)).toEqual([tag, 'x</a>']);
});

test('the parts joined are the text, for any text', () => {
  const unit = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('<em>', '</em>', '<br>', '&', '<'));
  const text = fc
    .array(unit, { minLength: 1, maxLength: 8 })
    .map((units) => cleanText(units.join('').repeat(400)));
  fc.assert(
    fc.property(text, (whole) => {
      const parts = splitText(whole);
      expect(parts.join('')).toBe(whole);
      for (const part of parts) expect(bytes(part)).toBeLessThanOrEqual(maxTextLength);
    }),
    { numRuns: 100 },
  );
});

test.each([
  '&',
  '&#',
  '<',
  '<a href="x',
  '<a title="t" ',
  '<!--',
  '<script ',
  '</em>',
  '<em>a</em>',
  '@[',
  '@[a](1)',
  'e\u0301',
  '👩‍👩‍👧‍👦',
  '你',
  ' ',
])('the time to split a comment of %j is linear in its length', (text) => {
  const write = (size: number) => {
    const cleaned = cleanComment(text.repeat(size / Buffer.byteLength(text)));
    if ('text' in cleaned) mentionedIn(commentParts(cleaned.text).join(''));
  };
  expect(growth(maxCommentLength / 4, write)).toBeLessThan(10);
});

test.each(['<em>a', '<div>a', '<p><div>'])(
  'the time to split a comment of %j is linear in its tags',
  (text) => {
    const write = (size: number) => {
      const cleaned = cleanComment('a' + text.repeat(size / (text.split('<').length - 1)));
      if ('text' in cleaned) commentParts(cleaned.text);
    };
    expect(growth(2_500, write)).toBeLessThan(10);
  },
);
