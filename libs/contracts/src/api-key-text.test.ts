import { expect, test } from '@jest/globals';
import { isWellFormedApiKey, looksLikeApiKey, makeApiKey } from './api-key-text.ts';

const key = makeApiKey();
/** The key with another character at a place. */
const changedAt = (place: number) =>
  `${key.slice(0, place)}${key[place] === 'x' ? 'y' : 'x'}${key.slice(place + 1)}`;
const swapped = (place: number) =>
  `${key.slice(0, place)}${key[place + 1]}${key[place]}${key.slice(place + 2)}`;

test('a key has the prefix, 43 characters of a secret and six of a checksum, and no two are equal', () => {
  expect(key).toMatch(/^rvk_[0-9A-Za-z]{49}$/);
  expect(isWellFormedApiKey(key)).toBe(true);
  expect(new Set(Array.from({ length: 100 }, makeApiKey)).size).toBe(100);
});

test('a key with any one character changed is not well formed', () => {
  for (let place = 4; place < key.length; place += 1)
    expect(isWellFormedApiKey(changedAt(place))).toBe(false);
});

test('a key with two neighbouring characters exchanged is not well formed', () => {
  for (let place = 4; place < key.length - 1; place += 1)
    if (key[place] !== key[place + 1]) expect(isWellFormedApiKey(swapped(place))).toBe(false);
});

test.each([
  ['cut off', key.slice(0, -1), true],
  ['too long', `${key}a`, true],
  ['without its prefix', key.slice(4), false],
  ['of another prefix', key.replace('rvk', 'ghp'), false],
  ['of nothing but the prefix', 'rvk_', true],
  ['empty', '', false],
])('a key %s is not well formed', (_what, text, looksLike) => {
  expect(isWellFormedApiKey(text)).toBe(false);
  expect(looksLikeApiKey(text)).toBe(looksLike);
});
