import type { MappingFocusState } from '@svc/contracts';
import type { GridRow } from '../grid/grid-row.ts';
import type { LoadedGrid } from '../grid/loaded-grid.ts';

const between = ' > ';

/** The names of a place and of all places that contain it: `France > Île-de-France > Paris` (docs/guides/locations.md#searching-places). */
export function placeLabel(grid: LoadedGrid, gridId: number): string {
  return namesOf(grid.lineageOf(gridId)).join(between);
}

/** The label of a place in use: country, part of the country, and the place, `France > Île-de-France > Louvre`. */
export function usedPlaceLabel(grid: LoadedGrid, gridId: number): string {
  const names = namesOf(grid.lineageOf(gridId));
  return [...names.slice(0, -1).slice(0, 2), ...names.slice(-1)].join(between);
}

/** The mapping focus as the admin tool shows it; a place that is no longer in the grid is shown by its id. */
export function presentFocus(grid: LoadedGrid, gridIds: readonly number[]): MappingFocusState {
  return { places: gridIds.map((id) => ({ grid_id: id, name: placeLabel(grid, id) || String(id) })) };
}

function namesOf(rows: readonly GridRow[]): string[] {
  return rows.map(({ name }) => name);
}
