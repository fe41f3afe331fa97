import type { GridRow } from '../grid/grid-row.ts';

/** The row of the location grid in which all others lie, in the public grid as in the built-in one. */
export const worldId = 1;

/** The world where the grid leaves it out. */
export const world: Pick<GridRow, 'gridId' | 'name' | 'levelName' | 'lng' | 'lat'> = {
  gridId: worldId,
  name: 'World',
  levelName: 'world',
  lng: 0,
  lat: 0,
};
