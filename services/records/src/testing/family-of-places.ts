import type { LocationRow } from '@svc/contracts';

/** A place and its parts: an id, a name, a country code for countries, and what lies in it. */
export interface NamedPlace {
  readonly id: number;
  readonly name: string;
  readonly code?: string;
  readonly parts?: readonly NamedPlace[];
}

/** Rows of the location grid of the public form: the places and everything in them, in a world that is not among them. */
export function familyOfPlaces(countries: readonly NamedPlace[]): LocationRow[] {
  return countries.flatMap((country) => rowsOf(country, [], country.code ?? ''));
}

/** The world as a row of the public form. */
export const worldRow: LocationRow = {
  ...rowOf({ id: 1, name: 'World' }, [], ''),
  level: -3,
  level_name: 'world',
  parent_id: null,
  admin0_grid_id: null,
  country_code: null,
};

function rowsOf(place: NamedPlace, above: readonly number[], code: string): LocationRow[] {
  const parts = place.parts ?? [];
  return [rowOf(place, above, code), ...parts.flatMap((part) => rowsOf(part, [...above, place.id], code))];
}

function rowOf({ id, name }: NamedPlace, above: readonly number[], code: string): LocationRow {
  const path = [...above, id];
  const [admin0 = null, admin1 = null, admin2 = null, admin3 = null, admin4 = null, admin5 = null] = path;
  return {
    grid_id: id,
    name,
    level: above.length,
    level_name: `admin${above.length}`,
    country_code: code || null,
    admin0_code: null,
    parent_id: above.at(-1) ?? 1,
    admin0_grid_id: admin0,
    admin1_grid_id: admin1,
    admin2_grid_id: admin2,
    admin3_grid_id: admin3,
    admin4_grid_id: admin4,
    admin5_grid_id: admin5,
    longitude: id % 180,
    latitude: id % 90,
    west_longitude: null,
    south_latitude: null,
    east_longitude: null,
    north_latitude: null,
    population: null,
    modification_date: null,
    alt_name: null,
    alt_population: null,
    is_custom_location: null,
    alt_name_changed: null,
  };
}
