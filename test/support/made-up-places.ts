import type { LocationRow } from '@svc/contracts';

const places: readonly { id: number; name: string; above: readonly number[]; code: string }[] = [
  { id: 5001, name: 'Zzembla', above: [], code: 'ZB' },
  { id: 5002, name: 'Zzemblan Île', above: [5001], code: 'ZB' },
  { id: 5003, name: 'Zzemgrad', above: [5001, 5002], code: 'ZB' },
  { id: 5004, name: 'Южная', above: [5001], code: 'ZB' },
  { id: 5010, name: 'Zzemrita', above: [], code: 'ZA' },
];

/** The world, and rows of a location grid in it that no other has: two countries, one of them with parts. */
export const madeUpPlaces: readonly LocationRow[] = [
  {
    ...rowOf({ id: 1, name: 'World', above: [], code: '' }),
    level: -3,
    level_name: 'world',
    parent_id: null,
    admin0_grid_id: null,
    country_code: null,
  },
  ...places.map(rowOf),
];

function rowOf({ id, name, above, code }: (typeof places)[number]): LocationRow {
  const path = [...above, id];
  const [admin0 = null, admin1 = null, admin2 = null] = path;
  return {
    grid_id: id,
    name,
    level: above.length,
    level_name: `admin${above.length}`,
    country_code: code,
    admin0_code: null,
    parent_id: above.at(-1) ?? 1,
    admin0_grid_id: admin0,
    admin1_grid_id: admin1,
    admin2_grid_id: admin2,
    admin3_grid_id: null,
    admin4_grid_id: null,
    admin5_grid_id: null,
    longitude: 7.5,
    latitude: -3.25,
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
