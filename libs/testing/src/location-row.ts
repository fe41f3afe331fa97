import { locationColumns, type LocationRow } from '@svc/contracts';

const empty = Object.fromEntries(locationColumns.map((column) => [column, null])) as unknown as LocationRow;

/** West, south, east and north, in degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/** A row of the location grid: the ids of the places around it from its country on and its own, and what else a test says of it. */
export function locationRow(
  path: readonly number[],
  name: string,
  more: Partial<LocationRow> = {},
): LocationRow {
  const [admin0 = null, admin1 = null, admin2 = null, admin3 = null, admin4 = null, admin5 = null] = path;
  const level = path.length - 1;
  return {
    ...empty,
    grid_id: path.at(-1) ?? 0,
    name,
    level,
    level_name: `admin${level}`,
    parent_id: path.at(-2) ?? null,
    admin0_grid_id: admin0,
    admin1_grid_id: admin1,
    admin2_grid_id: admin2,
    admin3_grid_id: admin3,
    admin4_grid_id: admin4,
    admin5_grid_id: admin5,
    longitude: 0,
    latitude: 0,
    ...more,
  };
}

/** The bounds of a row, and its centre. */
export function boundsOf([west, south, east, north]: Box): Partial<LocationRow> {
  return {
    longitude: (west + east) / 2,
    latitude: (south + north) / 2,
    west_longitude: west,
    south_latitude: south,
    east_longitude: east,
    north_latitude: north,
  };
}

/** The world, in which countries may lie. */
export const worldRow: LocationRow = {
  ...locationRow([1], 'World'),
  level: -3,
  level_name: 'world',
  admin0_grid_id: null,
};
