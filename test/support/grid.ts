import type { LocationRow } from '@svc/contracts';
import { boundsOf, locationRow, type Box } from '@svc/testing';

const places: readonly { path: readonly number[]; box: Box }[] = [
  { path: [100], box: [0, 0, 20, 20] },
  { path: [100, 101], box: [0, 0, 10, 20] },
  { path: [100, 102], box: [10, 0, 20, 20] },
  { path: [200], box: [30, 0, 50, 20] },
  { path: [300], box: [170, 0, 180, 20] },
];

/** Rows of the location grid: the countries 100, with the parts 101 and 102, 200, and 300 at the antimeridian. */
export const gridRows: readonly LocationRow[] = places.map(({ path, box }) =>
  locationRow(path, `Place ${path.at(-1)}`, {
    ...boundsOf(box),
    country_code: 'XX',
    admin0_code: 'XXX',
  }),
);
