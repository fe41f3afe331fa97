import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Bounds } from '../store/location-model.ts';
import type { GridRow } from './grid-row.ts';
import { LoadedGrid } from './loaded-grid.ts';
import { smallestPlace } from './smallest-place.ts';

const box = (west: number, south: number, east: number, north: number): Bounds => ({
  west,
  south,
  east,
  north,
});

/** A row in the middle of its box. */
function row(path: readonly number[], bounds: Bounds | null, more: Partial<GridRow> = {}): GridRow {
  const level = path.length === 0 ? -3 : path.length - 1;
  const gridId = path.at(-1) ?? 1;
  return {
    gridId,
    name: `Place ${gridId}`,
    level,
    levelName: level < 0 ? 'world' : `admin${level}`,
    countryCode: '',
    parentId: path.at(-2) ?? (level < 0 ? null : 1),
    lineage: path,
    lng: bounds ? (bounds.west + bounds.east) / 2 : 0,
    lat: bounds ? (bounds.south + bounds.north) / 2 : 0,
    bounds,
    isRetired: false,
    ...more,
  };
}

const idsOf = (rows: Iterable<GridRow>) => [...rows].map(({ gridId }) => gridId);

const world = row([], box(-180, -90, 180, 90));
const land = row([500], box(0, 0, 20, 20), { countryCode: 'HL' });
const part = row([500, 520], box(9, 0, 20, 20), { countryCode: 'HL' });
const town = row([500, 520, 521], null, { name: 'Straße' });
const old = row([500, 490], box(0, 0, 1, 1), { isRetired: true });
const far = row([2 ** 40], null, { parentId: null });
const rows = [town, land, far, part, world, old];
const grid = new LoadedGrid(rows);

test('a row is found by its id, with all its values', () => {
  for (const one of rows) expect(grid.row(one.gridId)).toMatchObject(one);
});

test.each([0, 2, 499, 501, 2 ** 41, Number.NaN])(
  'the unknown row %s has no children and no lineage',
  (gridId) => {
    expect(grid.row(gridId)).toBeUndefined();
    expect(grid.childrenOf(gridId)).toEqual([]);
    expect(grid.lineageOf(gridId)).toEqual([]);
  },
);

test('rows and children are listed in the order of their ids, without retired rows', () => {
  expect(idsOf(grid.rows())).toEqual([1, 500, 520, 521, 2 ** 40]);
  expect(idsOf(grid.childrenOf(1))).toEqual([500]);
  expect(idsOf(grid.childrenOf(500))).toEqual([520]);
  expect(idsOf(grid.childrenOf(521))).toEqual([]);
});

test('a lineage leads from the country down to the row', () => {
  expect(idsOf(grid.lineageOf(521))).toEqual([500, 520, 521]);
  expect(idsOf(grid.lineageOf(490))).toEqual([500, 490]);
  expect(idsOf(grid.lineageOf(1))).toEqual([1]);
});

test('a point lies in no retired row', () => {
  expect(grid.at({ lng: 0.5, lat: 0.5 })?.gridId).toBe(500);
  expect(grid.at({ lng: 12, lat: 0.5 })?.gridId).toBe(520);
});

const hills = row([100], box(0, 0, 20, 20));
/** Its box reaches into its neighbour's, and it has no parts. */
const enclave = row([200], box(18, 18, 21, 21));
const islands = row([300], box(175, -20, -175, -10), { lng: 179, lat: -15 });
const unbounded = row([400], null);
const places = [
  world,
  hills,
  row([100, 101], box(0, 0, 11, 20)),
  row([100, 102], box(9, 0, 20, 20)),
  row([100, 102, 103], box(15, 5, 16, 6)),
  enclave,
  islands,
  unbounded,
];

test.each<[string, number, number, number | undefined]>([
  ['the only part that contains it', 3, 10, 101],
  ['the smallest part', 15.5, 5.5, 103],
  ['a corner of the smallest part', 15, 5, 103],
  ['the part next to the smallest', 15.5, 6.5, 102],
  ['the place with the nearest centre where boxes overlap', 9.5, 10, 101],
  ['the other place on the other side of the overlap', 10.5, 10, 102],
  ['a country without parts, rather than a part of its neighbour', 19.5, 19.5, 200],
  ['a box over the antimeridian, from the west', 176, -15, 300],
  ['a box over the antimeridian, from the east', -176, -15, 300],
  ['a box over the antimeridian, on the line', -180, -15, 300],
  ['a box over the antimeridian, on the same line', 180, -15, 300],
  ['a box over the antimeridian, on its western edge', 175, -15, 300],
  ['a box over the antimeridian, on its eastern edge', -175, -15, 300],
  ['the world beyond the eastern edge of such a box', -174.9, -15, 1],
  ['the world at sea', -30, 30, 1],
  ['the world at the pole', 0, 90, 1],
])('a point lies in %s', (_where, lng, lat, id) => {
  expect(smallestPlace({ lng, lat }, places)?.gridId).toBe(id);
});

test('a point outside all rows lies in no place', () => {
  expect(smallestPlace({ lng: 3, lat: 3 }, [])).toBeUndefined();
  expect(smallestPlace({ lng: -30, lat: 30 }, [hills, islands, unbounded])).toBeUndefined();
});

const edges = [-180, -179.5, -170, 0, 90, 170, 179.5, 180];
const lng = fc.oneof(fc.constantFrom(...edges), fc.double({ min: -180, max: 180, noNaN: true }));
const lat = fc.oneof(fc.constantFrom(-90, -89.5, 0, 89.5, 90), fc.double({ min: -90, max: 90, noNaN: true }));
/** Any two longitudes are a box: half of them cross the antimeridian. */
const anyBox = fc
  .record({ west: lng, east: lng, one: lat, other: lat })
  .map(({ west, east, one, other }) => box(west, Math.min(one, other), east, Math.max(one, other)));
const country = fc.record({
  bounds: fc.option(anyBox),
  lng,
  lat,
  parts: fc.array(fc.record({ bounds: fc.option(anyBox), lng, lat }), { maxLength: 4 }),
});

test('the index finds the same row for a point as a search of all rows', () => {
  const points = fc.array(fc.record({ lng, lat }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.array(country, { maxLength: 12 }), fc.boolean(), points, (countries, hasWorld, asked) => {
      const all = countries.flatMap(({ parts, bounds, ...centre }, number) => {
        const id = 1_000 * (number + 1);
        const below = parts.map((one, n) =>
          row([id, id + n + 1], one.bounds, { lng: one.lng, lat: one.lat }),
        );
        return [row([id], bounds, centre), ...below];
      });
      const some = hasWorld ? [world, ...all] : all;
      // Corners and edges too, where rounding decides.
      const corners = some.flatMap(({ bounds }) =>
        bounds
          ? [
              { lng: bounds.west, lat: bounds.north },
              { lng: bounds.east, lat: bounds.south },
            ]
          : [],
      );
      const loaded = new LoadedGrid(some);
      for (const point of [...asked, ...corners])
        expect(loaded.at(point)?.gridId).toBe(smallestPlace(point, some)?.gridId);
    }),
    { numRuns: 500, seed: 11 },
  );
});
