import type { LocationRow } from '@svc/contracts';
import type { Bounds, LocationDocument } from '../store/location-model.ts';

const wholeMap: Bounds = { north: 90, south: -90, east: 180, west: -180 };

/** The stored form of a row of the public location grid. */
export function locationOfRow(row: LocationRow): LocationDocument {
  return {
    _id: row.grid_id,
    name: row.name,
    level: row.level,
    levelName: row.level_name,
    countryCode: row.country_code ?? '',
    admin0Code: row.admin0_code ?? '',
    parentId: row.parent_id,
    lineage: lineageOf(row),
    longitude: row.longitude,
    latitude: row.latitude,
    bounds: boundsOf(row),
    population: row.population ?? 0,
    modificationDate: row.modification_date ?? '',
    altName: row.alt_name?.trim() ? row.alt_name : row.name,
    altPopulation: row.alt_population ?? 0,
    isCustomLocation: row.is_custom_location === 1,
    altNameChanged: row.alt_name_changed === 1,
  };
}

/** The world has no bounds in the public form. */
function boundsOf(row: LocationRow): Bounds | null {
  const { north_latitude: north, south_latitude: south, east_longitude: east, west_longitude: west } = row;
  const isKnown = north !== null && south !== null && east !== null && west !== null;
  if (isKnown) return { north, south, east, west };
  return row.level < 0 ? wholeMap : null;
}

/** In the public form, some rows are missing in their own lineage. */
function lineageOf(row: LocationRow): number[] {
  if (row.level < 0) return [];
  const larger = ([0, 1, 2, 3, 4, 5] as const).map((level) => row[`admin${level}_grid_id`]);
  return [...new Set([...larger, row.grid_id].filter((id) => id !== null))];
}
