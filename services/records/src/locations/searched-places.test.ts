import { expect, test } from '@jest/globals';
import { worldRow } from '@svc/testing';
import { familyOfPlaces } from '../testing/family-of-places.ts';
import { knownWorld } from '../testing/fixed-world.ts';
import { loadedGridOf } from '../testing/loaded-grid-of.ts';
import { LoadedGrid } from '../grid/loaded-grid.ts';
import { locationNamesJson } from './location-names.ts';
import { placeLabel, usedPlaceLabel } from './place-label.ts';
import { placesNamed, searchedPlaces } from './searched-places.ts';

const grid = loadedGridOf([worldRow, ...familyOfPlaces(knownWorld)]);
const searched = await searchedPlaces(grid);

const found = (text: string) => placesNamed(searched, text).map((gridId) => placeLabel(grid, gridId));

test.each([
  [
    'paris',
    ['France > Île-de-France > Paris', 'Brazil > São Paulo > Parisi', 'New Caledonia > Sud > Boulouparis'],
  ],
  [
    'united',
    ['United Arab Emirates', 'United Kingdom', 'United States Minor Outlying Islands', 'United States'],
  ],
  ['United States', ['United States', 'United States Minor Outlying Islands']],
  ['world', ['World']],
  ['ile', ['France > Île-de-France']],
  ['ÎLE-DE', ['France > Île-de-France']],
  ['sao paulo', ['Brazil > São Paulo']],
  ['SÃO', ['Brazil > São Paulo']],
  ['  lorraine ', ['France > Lorraine']],
  // Only a place's own name is looked at.
  ['france', ['France', 'France > Île-de-France']],
  ['αθηνα', ['Ελλάδα > Αθήνα']],
  ['ΕΛΛΑΣ', []],
  ['ελλαδα', ['Ελλάδα']],
  ['орел', ['Россия > Орёл']],
  ['РОССИЯ', ['Россия']],
  ['กรุง', ['ประเทศไทย > กรุงเทพ']],
  ['izmir', ['Türkiye > İzmir']],
  ['DIYARBAKIR', ['Türkiye > Diyarbakır']],
  ['.*', []],
  ['a > b', []],
  ['somewhere', ['Somewhere at Sea']],
  ['nowhere', []],
])('a search for "%s" ignores case and accents', (text, expected) => {
  expect(found(text)).toEqual(expected);
});

test('a search without a text finds all places by country code, then by length of the label', () => {
  const all = found('');
  expect(all).toHaveLength([...grid.rows()].length);
  expect(all.slice(0, 4)).toEqual([
    'World',
    'Somewhere at Sea',
    'Somewhere at Sea > Reef',
    'United Arab Emirates',
  ]);
  expect(all.slice(4, 7)).toEqual(['Brazil', 'Brazil > São Paulo', 'Brazil > São Paulo > Parisi']);
  const french = all.filter((label) => label.startsWith('France'));
  expect(french).toEqual([
    'France',
    'France > Lorraine',
    'France > Île-de-France',
    'France > Île-de-France > Paris',
    'France > Île-de-France > Paris > Louvre',
    'France > Île-de-France > Paris > Louvre > Denon',
  ]);
});

test.each([
  [1, 'World'],
  [100089589, 'France'],
  [100089597, 'France > Île-de-France'],
  [100089652, 'France > Île-de-France > Paris'],
  [900, 'France > Île-de-France > Louvre'],
  [901, 'France > Île-de-France > Denon'],
])('the used place %i has a label with its country and region: %s', (gridId, label) => {
  expect(usedPlaceLabel(grid, gridId)).toBe(label);
});

test('an empty grid has an empty list of names', () => {
  const none = { last_modified_date: null, location_grid: {}, total: 0 };
  expect(JSON.parse(String(locationNamesJson(new LoadedGrid([]))))).toEqual(none);
});

test('a large grid does not block other work while it is prepared', async () => {
  const many = Array.from({ length: 5_000 }, (_nothing, n) => ({ id: 2_000 + n, name: `Town ${n}` }));
  const order: string[] = [];
  const ready = searchedPlaces(loadedGridOf(familyOfPlaces([{ id: 1_999, name: 'Large', parts: many }])));
  const others = new Promise((resolve) => setImmediate(resolve)).then(() => order.push('others'));
  await Promise.all([ready.then(() => order.push('ready')), others]);
  expect(order).toEqual(['others', 'ready']);
});
