import { expect, test } from '@jest/globals';
import { applyToPlaces, type LocationEntry } from './location-entries.ts';

const at = (id: string, lng: number): LocationEntry => ({
  grid_meta_id: id,
  grid_id: 100,
  lng,
  lat: 5,
  level: 'place',
  source: 'user',
  label: `Place ${id}`,
});
const put = (id: string, lng: number) => ({ delete: false as const, entry: at(id, lng) });
const remove = (id: string) => ({ delete: true as const, id });

test.each([
  ['moved away', [put('2', 20)], [at('1', 10), at('2', 20)]],
  ['removed', [remove('2')], [at('1', 10)]],
])('a point stays taken by one entry when another one there is %s', (_what, changes, left) => {
  const before = [at('1', 10), at('2', 30)];
  const both = applyToPlaces(before, [put('2', 10)], false);
  expect(both).toEqual([at('1', 10), at('2', 10)]);
  expect(applyToPlaces(both, [...changes, put('3', 10)], false)).toEqual(left);
});
