import { expect, test } from '@jest/globals';
import { areSimilarNames, beginningsOf } from './similar-names.ts';

test.each<[string, string, boolean]>([
  ['maria', 'maria lopez', true],
  ['maria lopez', 'maria l', true],
  ['anna', 'anna lopez', false],
  ['lopez', 'maria lopez', false],
  ['jonathan smith', 'jonathan smyth', true],
  ['jonathan smith', 'jonatan smith', true],
  ['jonathan smith', 'jonathann smith', true],
  ['jonathan smith', 'jonahtan smith', true],
  ['jonathan smith', 'jonatahn smyth', false],
  ['jonathan', 'jonathan', false],
  ['anna', 'anne', false],
  ['group 1', 'group 12', false],
  ['group 1', 'group 2', false],
  ['group 1', 'group 1a', true],
  ['group', 'group 12', true],
])('the names "%s" and "%s" are similar: %p', (one, other, expected) => {
  expect(areSimilarNames(one, other)).toBe(expected);
  expect(areSimilarNames(other, one)).toBe(expected);
});

test('the beginnings of a name are the shorter names that are similar to it', () => {
  expect(beginningsOf('maria 12')).toEqual(['maria', 'maria ']);
  expect(beginningsOf('anna')).toEqual([]);
});
