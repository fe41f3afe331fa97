import type { LocationRow } from '@svc/contracts';
import { locationRow, worldRow } from '@svc/service-kit/testing';

const places: readonly { path: readonly number[]; name: string; code: string }[] = [
  { path: [5001], name: 'Zzembla', code: 'ZB' },
  { path: [5001, 5002], name: 'Zzemblan Île', code: 'ZB' },
  { path: [5001, 5002, 5003], name: 'Zzemgrad', code: 'ZB' },
  { path: [5001, 5004], name: 'Южная', code: 'ZB' },
  { path: [5010], name: 'Zzemrita', code: 'ZA' },
];

/** The world, and invented rows of a location grid: two countries, one of them with parts. */
export const madeUpPlaces: readonly LocationRow[] = [
  worldRow,
  ...places.map(({ path, name, code }) =>
    locationRow(path, name, {
      parent_id: path.at(-2) ?? worldRow.grid_id,
      country_code: code,
      longitude: 7.5,
      latitude: -3.25,
    }),
  ),
];
