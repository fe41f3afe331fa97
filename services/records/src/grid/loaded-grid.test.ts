import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Bounds } from '../store/location-model.ts';
import type { GridRow } from './grid-row.ts';
import { LoadedGrid } from './loaded-grid.ts';
import { smallestPlace } from './smallest-place.ts';

const whole: Bounds = { north: 90, south: -90, east: 180, west: -180 };

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
    lng: 0,
    lat: 0,
    bounds,
    population: 0,
    isRetired: false,
    ...more,
  };
}

/** The values that `like` has. */
const valuesOf = (each: GridRow | undefined, like: GridRow) =>
  Object.fromEntries(Object.keys(like).map((key) => [key, each?.[key as keyof GridRow]]));
const idsOf = (rows: Iterable<GridRow>) => [...rows].map(({ gridId }) => gridId);

const world = row([], whole);
const land = row([500], { north: 20, south: 0, east: 20, west: 0 }, { countryCode: 'HL', population: 7 });
const part = row(
  [500, 520],
  { north: 20, south: 0, east: 20, west: 9 },
  { countryCode: 'HL', lng: 15, lat: 10 },
);
const town = row([500, 520, 521], null, { name: 'Straße' });
const old = row([500, 490], { north: 1, south: 0, east: 1, west: 0 }, { isRetired: true });
const far = row([2 ** 40], null, { parentId: null });
const rows = [town, land, far, part, world, old];
const grid = new LoadedGrid(rows);

test('every row is found by its id, with all its values', () => {
  for (const one of rows) expect(valuesOf(grid.row(one.gridId), one)).toEqual(one);
});

test.each([0, 2, 499, 501, 2 ** 41, Number.NaN])('there is no row %s', (gridId) => {
  expect(grid.row(gridId)).toBeUndefined();
  expect(grid.childrenOf(gridId)).toEqual([]);
  expect(grid.lineageOf(gridId)).toEqual([]);
});

test('rows and children are offered in the order of their ids, without those that are retired', () => {
  expect(idsOf(grid.rows())).toEqual([1, 500, 520, 521, 2 ** 40]);
  expect(idsOf(grid.childrenOf(1))).toEqual([500]);
  expect(idsOf(grid.childrenOf(500))).toEqual([520]);
  expect(idsOf(grid.childrenOf(521))).toEqual([]);
});

test('a lineage goes from the country down to the row', () => {
  expect(idsOf(grid.lineageOf(521))).toEqual([500, 520, 521]);
  expect(idsOf(grid.lineageOf(490))).toEqual([500, 490]);
  expect(idsOf(grid.lineageOf(1))).toEqual([1]);
});

test('a point lies in no row that is retired, and nowhere in an empty grid', () => {
  expect(grid.at({ lng: 0.5, lat: 0.5 })?.gridId).toBe(500);
  expect(grid.at({ lng: 12, lat: 0.5 })?.gridId).toBe(520);
  expect(new LoadedGrid([]).at({ lng: 0, lat: 0 })).toBeUndefined();
  expect(new LoadedGrid([town]).at({ lng: 0, lat: 0 })).toBeUndefined();
});

const edges = [-180, -179.5, -170, 0, 90, 170, 179.5, 180];
const lng = fc.oneof(fc.constantFrom(...edges), fc.double({ min: -180, max: 180, noNaN: true }));
const lat = fc.oneof(fc.constantFrom(-90, -89.5, 0, 89.5, 90), fc.double({ min: -90, max: 90, noNaN: true }));
/** Any two longitudes are a box: half of them cross the antimeridian. */
const box = fc
  .record({ west: lng, east: lng, one: lat, other: lat })
  .map(({ west, east, one, other }): Bounds => ({
    west,
    east,
    south: Math.min(one, other),
    north: Math.max(one, other),
  }));
const country = fc.record({
  bounds: fc.option(box),
  lng,
  lat,
  parts: fc.array(fc.record({ bounds: fc.option(box), lng, lat }), { maxLength: 4 }),
});

test('a point lies in the same row as when all rows are looked at', () => {
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
