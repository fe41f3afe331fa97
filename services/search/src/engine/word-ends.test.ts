import { expect, test } from '@jest/globals';
import { maxEndedLength, wordEnds } from './word-ends.ts';

test.each([
  ['Ann Heide', ['eide', 'ide']],
  ['王小明', ['小明', '明']],
  ['김철수', ['철수', '수']],
  ['علي', ['لي', 'ي']],
  ['+49 151 2345', ['345', '491512345', '91512345', '1512345', '512345', '12345', '2345']],
  ['ab', []],
  ['', []],
])('the word endings of %j are %j', (text, expected) => {
  expect(new Set(wordEnds(text))).toEqual(new Set(expected));
});

test('the endings of a very long word are those of its truncated form', () => {
  expect(wordEnds('x'.repeat(100_000)).length).toBeLessThan(100);
});

test('the endings of a very long text are those of its first words', () => {
  const early = 'earliest';
  const late = 'latest';
  const ends = wordEnds(`${early} ${'- '.repeat(maxEndedLength / 2)} ${late}`);
  expect(ends).toContain('liest');
  expect(ends).not.toContain('test');
});
