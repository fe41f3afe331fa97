import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocationRow } from '@svc/contracts';
import { unpackGrid, type GridLine } from './grid-file.ts';

const file = join(import.meta.dirname, '..', 'data', 'location-grid.tsv.br');

const nothing = {
  country_code: null,
  admin0_code: null,
  parent_id: null,
  population: null,
  modification_date: null,
  admin0_grid_id: null,
  admin1_grid_id: null,
  admin2_grid_id: null,
  admin3_grid_id: null,
  admin4_grid_id: null,
  admin5_grid_id: null,
  north_latitude: null,
  south_latitude: null,
  east_longitude: null,
  west_longitude: null,
  alt_name: null,
  alt_population: null,
  is_custom_location: null,
  alt_name_changed: null,
} as const;

const world: LocationRow = {
  ...nothing,
  grid_id: 1,
  name: 'World',
  level: -3,
  level_name: 'world',
  longitude: 0,
  latitude: 0,
};

/** Reads the rows of the built-in location grid: the world, countries, and two levels of parts, about 37,000 rows. */
export function builtInRows(): LocationRow[] {
  const lines = unpackGrid(readFileSync(file)).filter(({ code }) => code !== '');
  const ids = new Map(lines.map(({ code, id }) => [code, id]));
  const countries3 = new Map(lines.map(({ code, country3 }) => [code, country3]));
  return [world, ...lines.map((line) => rowOf(line, { ids, countries3 }))];
}

function rowOf(
  line: GridLine,
  { ids, countries3 }: { ids: ReadonlyMap<string, number>; countries3: ReadonlyMap<string, string> },
): LocationRow {
  const parts = line.code.split('.');
  const lineage = parts.map((_part, level) => ids.get(parts.slice(0, level + 1).join('.')) ?? null);
  const level = parts.length - 1;
  const [country = ''] = parts;
  const [admin0 = null, admin1 = null, admin2 = null] = lineage;
  return {
    ...nothing,
    grid_id: line.id,
    name: line.name,
    level,
    level_name: `admin${level}`,
    country_code: country,
    admin0_code: countries3.get(country) ?? null,
    parent_id: lineage[level - 1] ?? world.grid_id,
    admin0_grid_id: admin0,
    admin1_grid_id: admin1,
    admin2_grid_id: admin2,
    longitude: line.lng,
    latitude: line.lat,
    west_longitude: line.west,
    south_latitude: line.south,
    east_longitude: line.east,
    north_latitude: line.north,
  };
}
