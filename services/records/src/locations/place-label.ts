import type { GridRow } from '../grid/grid-row.ts';
import type { LoadedGrid } from '../grid/loaded-grid.ts';

const between = ' > ';

/** What a place is called with all that it lies in: `France > Île-de-France > Paris` (docs/locations.md#searching-places). */
export function placeLabel(grid: LoadedGrid, gridId: number): string {
  return namesOf(grid.lineageOf(gridId)).join(between);
}

/** What a place that records use is called: with its country and the part of it, `France > Île-de-France > Louvre`. */
export function usedPlaceLabel(grid: LoadedGrid, gridId: number): string {
  const names = namesOf(grid.lineageOf(gridId));
  return [...names.slice(0, -1).slice(0, 2), ...names.slice(-1)].join(between);
}

function namesOf(rows: readonly GridRow[]): string[] {
  return rows.map(({ name }) => name);
}
