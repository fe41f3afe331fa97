import { expect, test } from '@jest/globals';
import { matchingText } from './matching-text.ts';

const texts = [{ text: 'nick' }, { text: '+49 151 2345' }];
const at = (...indices: number[]) => [{ start: 0, length: 1, indices }];

test.each([
  [{ 'texts.text': at(1) }, '+49 151 2345'],
  [{ 'texts.ends': at(1, 3) }, '+49 151 2345'],
  [{ 'texts.ends': at(1, 3), 'texts.text': at(0) }, 'nick'],
  [{}, 'nick'],
])('%j is in %j', (_matchesPosition, expected) => {
  expect(matchingText({ id: 1, texts, _matchesPosition })).toBe(expected);
});
