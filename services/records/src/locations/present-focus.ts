import type { MappingFocusState } from '@svc/contracts';
import type { LoadedGrid } from '../grid/loaded-grid.ts';
import { placeLabel } from './place-label.ts';

/** The mapping focus as the admin tool shows it; a place that is no longer in the grid is shown by its id. */
export function presentFocus(grid: LoadedGrid, gridIds: readonly number[]): MappingFocusState {
  return {
    places: gridIds.map((gridId) => ({
      grid_id: gridId,
      name: placeLabel(grid, gridId) || String(gridId),
    })),
  };
}
