import { worldId, type GridRow } from '../grid/grid-row.ts';
import type { LoadedGrid } from '../grid/loaded-grid.ts';
import type { LocatedTogether } from '../cache/read-cache.ts';

/** The world, for grids that have no row for it. */
export const world: Pick<GridRow, 'gridId' | 'name' | 'levelName' | 'lng' | 'lat'> = {
  gridId: worldId,
  name: 'World',
  levelName: 'world',
  lng: 0,
  lat: 0,
};

/** The number of records in each place or below it; a place counts each record once. All of them are in the world. */
export function countByPlace(
  grid: LoadedGrid,
  located: readonly LocatedTogether[],
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { gridIds, count } of located) {
    const rows = gridIds.flatMap((gridId) => grid.lineageOf(gridId));
    const places = new Set([worldId, ...rows.map(({ gridId }) => gridId)]);
    for (const place of places) counts.set(place, (counts.get(place) ?? 0) + count);
  }
  return counts;
}
