import { expect, test } from '@jest/globals';
import { locationRowSchema } from '@svc/contracts';
import { builtInIds, isBuiltInId } from './built-in-ids.ts';
import { builtInRows } from './built-in-rows.ts';

const rows = builtInRows();
const byId = new Map(rows.map((row) => [row.grid_id, row]));

test('every row passes the validation of the importer', () => {
  const wrong = rows.flatMap((row) => locationRowSchema.safeParse(row).error?.issues ?? []);
  expect(wrong).toEqual([]);
});

test('the grid has the world, 249 countries and two levels of their divisions', () => {
  const levels = Object.entries(Object.groupBy(rows, ({ level }) => level));
  expect(Object.fromEntries(levels.map(([level, found]) => [level, found?.length]))).toEqual({
    '-3': 1,
    '0': 249,
    '1': 3_775,
    '2': 33_210,
  });
});

test('ids are unique and in the range of the built-in grid, except id 1 of the world', () => {
  expect(byId.size).toBe(rows.length);
  expect(rows.filter(({ grid_id: id }) => !isBuiltInId(id)).map(({ grid_id: id }) => id)).toEqual([1]);
});

test.each([
  [1, false],
  [100_399_999, false],
  [builtInIds.first - 1, false],
  [builtInIds.first, true],
  [999_999_999, true],
  [1_000_000_000, false],
])('isBuiltInId(%s) is %s', (id, expected) => {
  expect(isBuiltInId(id)).toBe(expected);
});

test("every row has a consistent parent, ancestors of each higher level, and its country's code", () => {
  const misplaced = rows.filter((row) => row.level >= 0 && !isInPlace(row));
  expect(misplaced).toEqual([]);
});

function isInPlace(row: (typeof rows)[number]): boolean {
  const lineage = [row.admin0_grid_id, row.admin1_grid_id, row.admin2_grid_id].slice(0, row.level + 1);
  return (
    lineage.at(-1) === row.grid_id &&
    lineage.every((id, level) => byId.get(id ?? 0)?.level === level) &&
    row.parent_id === (lineage.at(-2) ?? 1) &&
    byId.get(lineage[0] ?? 0)?.country_code === row.country_code
  );
}

/** Records keep these ids: no new edition of the grid may change them. */
test.each([
  ['FRA', 'France', 900000074],
  ['DEU', 'Germany', 900000056],
  ['USA', 'United States of America', 900000232],
  ['KEN', 'Kenya', 900000114],
])('the country %s is %s, with a fixed id', (code, name, id) => {
  const row = rows.find((each) => each.admin0_code === code && each.level === 0);
  expect([row?.name, row?.grid_id]).toEqual([name, id]);
});

test('the bounding box of Antarctica spans all longitudes, and that of Fiji crosses the antimeridian', () => {
  const boxOf = (code: string) => rows.find((row) => row.country_code === code && row.level === 0);
  expect(boxOf('AQ')).toMatchObject({ west_longitude: -180, east_longitude: 180, south_latitude: -90 });
  expect(boxOf('FJ')).toMatchObject({ west_longitude: 174.55, east_longitude: -178.2 });
});
