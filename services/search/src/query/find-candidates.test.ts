import { expect, test } from '@jest/globals';
import { matchingText } from './find-candidates.ts';

const texts = ['nick', '+49 151 2345'];
const at = (...indices: number[]) => [{ start: 0, length: 1, indices }];

test.each([
  [{ texts: at(1) }, '+49 151 2345'],
  [{ text_ends: at(1) }, '+49 151 2345'],
  [{ text_ends: at(1), texts: at(0) }, 'nick'],
  [{}, 'nick'],
])('%j is in %j', (_matchesPosition, expected) => {
  expect(matchingText({ id: 1, texts, _matchesPosition })).toBe(expected);
});
