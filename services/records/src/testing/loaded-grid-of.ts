import type { LocationRow } from '@svc/contracts';
import { LoadedGrid } from '../grid/loaded-grid.ts';
import { locationOfRow } from '../grid/location-of-row.ts';

/** These rows of the public form as a grid in memory. */
export function loadedGridOf(rows: readonly LocationRow[]): LoadedGrid {
  return new LoadedGrid(
    rows.map(locationOfRow).map(({ _id, altName, longitude, latitude, ...row }) => ({
      ...row,
      gridId: _id,
      name: altName,
      lng: longitude,
      lat: latitude,
      isRetired: false,
    })),
  );
}
