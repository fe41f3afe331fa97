import type { LocationRow } from '@svc/contracts';
import { boundsOf, locationRow, type Box } from '@svc/testing';
import type { RecordsHarness } from './records-harness.ts';
import { seedPlaces } from './seed-places.ts';

/** The rows of the location grid that tests know: two countries, the first with two parts. */
export const seededPlaces = [
  { id: 100, name: 'Land 100', fullName: 'Land 100', country: 100, box: [0, 0, 20, 20] },
  { id: 101, name: 'Part 101', fullName: 'Part 101, Land 100', country: 100, box: [0, 0, 10, 20] },
  { id: 102, name: 'Part 102', fullName: 'Part 102, Land 100', country: 100, box: [10, 0, 20, 20] },
  { id: 200, name: 'Land 200', fullName: 'Land 200', country: 200, box: [30, 0, 50, 20] },
] as const satisfies readonly { id: number; name: string; fullName: string; country: number; box: Box }[];

/** Stores these rows of the grid beside the operations. */
export function seedGrid(harness: RecordsHarness): Promise<void> {
  return seedPlaces(harness, seededPlaces.map(rowOf));
}

function rowOf({ id, name, country, box }: (typeof seededPlaces)[number]): LocationRow {
  const codes = { country_code: 'XX', admin0_code: 'XXX' };
  return locationRow(id === country ? [id] : [country, id], name, { ...boundsOf(box), ...codes });
}
