import type { GridRow } from '../grid/grid-row.ts';

/** The row of the location grid that contains all others, in the public and in the built-in grid. */
export const worldId = 1;

/** The world, for grids that have no row for it. */
export const world: Pick<GridRow, 'gridId' | 'name' | 'levelName' | 'lng' | 'lat'> = {
  gridId: worldId,
  name: 'World',
  levelName: 'world',
  lng: 0,
  lat: 0,
};
