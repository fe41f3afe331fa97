import { expect, test } from '@jest/globals';
import { holdsText, lookFor } from './holds-text.ts';

test.each([
  ['Élodie Dupont', 'elo'],
  ['Élodie Dupont', 'PONT élodie'],
  ['+33 6 12 34 56 78', '06 12 34 56 78'],
  ['06 12 34 56 78', '+33612345678'],
  ['علی کریمی', 'علي'],
])('the text %j contains the query %j', (text, query) => {
  expect(holdsText(text, query)).toBe(true);
});

test.each([
  ['Élodie Dupont', 'elodie durand'],
  ['06 12 34 56 78', '06 12 34 56 79'],
  ['06 12 34 56 78', '+44612345679'],
])('the text %j does not contain the query %j', (text, query) => {
  expect(holdsText(text, query)).toBe(false);
});

test.each([
  ['Room 12 north', 'roon 12', true],
  ['Room 12 north', 'roon 13', false],
  ['Room 12 north', 'roon', true],
  ['Room12', 'Room13', false],
  ['Room ١٢', 'Room 12', true],
])('the text %j contains the numbers of the query %j: %j', (text, query, expected) => {
  expect(lookFor(query).numbersAreIn(text)).toBe(expected);
});

test('only the first ten words of a query are compared', () => {
  const first = 'one two three four five six seven eight nine ten';
  expect(holdsText(first, `${first} eleven`)).toBe(true);
  expect(holdsText(first.replace('ten', ''), first)).toBe(false);
});
