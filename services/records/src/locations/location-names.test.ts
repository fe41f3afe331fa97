import { expect, test } from '@jest/globals';
import { LoadedGrid } from '../grid/loaded-grid.ts';
import { familyOfPlaces } from '../testing/family-of-places.ts';
import { loadedGridOf } from '../testing/loaded-grid-of.ts';
import { lastChange, locationNamesJson } from './location-names.ts';
import { DerivedFromGrid } from './derived-from-grid.ts';

test('the names of a grid are told by their ids, those of an empty one too', () => {
  const grid = loadedGridOf(familyOfPlaces([{ id: 7, name: 'Île', parts: [{ id: 8, name: 'Bucht "A"' }] }]));
  expect(JSON.parse(locationNamesJson(grid).toString('utf8'))).toEqual({
    last_modified_date: null,
    total: 2,
    location_grid: { 7: 'Île', 8: 'Bucht "A"' },
  });
  expect(JSON.parse(locationNamesJson(new LoadedGrid([])).toString('utf8'))).toEqual({
    last_modified_date: null,
    total: 0,
    location_grid: {},
  });
});

test('the last change is told in UTC, to the second', () => {
  expect(lastChange(new LoadedGrid([], new Date('2024-05-31T10:30:00.999+02:00')))).toBe(
    '2024-05-31 08:30:00',
  );
  expect(lastChange(new LoadedGrid([]))).toBeNull();
});

test('what is made of a grid is made once', () => {
  const made: LoadedGrid[] = [];
  const counted = new DerivedFromGrid((grid) => made.push(grid));
  const one = new LoadedGrid([]);
  const other = new LoadedGrid([]);
  expect([one, one, other, other, one].map((grid) => counted.of(grid))).toEqual([1, 1, 2, 2, 1]);
  expect(made).toEqual([one, other]);
});
