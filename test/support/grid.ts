import type { LocationRow } from '@svc/contracts';

type Box = readonly [west: number, south: number, east: number, north: number];

const places: readonly { id: number; country: number; box: Box }[] = [
  { id: 100, country: 100, box: [0, 0, 20, 20] },
  { id: 101, country: 100, box: [0, 0, 10, 20] },
  { id: 102, country: 100, box: [10, 0, 20, 20] },
  { id: 200, country: 200, box: [30, 0, 50, 20] },
  { id: 300, country: 300, box: [170, 0, 180, 20] },
];

/** Rows of the location grid: the countries 100, with the parts 101 and 102, 200, and 300 at the antimeridian. */
export const gridRows: readonly LocationRow[] = places.map(({ id, country, box }) => {
  const [west, south, east, north] = box;
  const isPart = id !== country;
  return {
    grid_id: id,
    name: `Place ${id}`,
    level: isPart ? 1 : 0,
    level_name: isPart ? 'admin1' : 'admin0',
    country_code: 'XX',
    admin0_code: 'XXX',
    parent_id: isPart ? country : null,
    admin0_grid_id: country,
    admin1_grid_id: isPart ? id : null,
    admin2_grid_id: null,
    admin3_grid_id: null,
    admin4_grid_id: null,
    admin5_grid_id: null,
    longitude: (west + east) / 2,
    latitude: (south + north) / 2,
    west_longitude: west,
    south_latitude: south,
    east_longitude: east,
    north_latitude: north,
    population: null,
    modification_date: null,
    alt_name: null,
    alt_population: null,
    is_custom_location: null,
    alt_name_changed: null,
  };
});
