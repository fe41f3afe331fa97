import { recordsSetMappingFocus, msg } from '@svc/contracts';
import { defineHandler, invalidParam, noteAudit } from '@svc/service-kit';
import type { LocationDeps } from '../../locations/location-deps.ts';
import type { GridRow } from '../../grid/grid-row.ts';
import { presentFocus } from '../../locations/place-label.ts';

/** Sets the places that the installation works in; refused as a whole if the grid lacks one of them. */
export const setMappingFocus = defineHandler(recordsSetMappingFocus, async (call, deps: LocationDeps) => {
  const { input, deadline } = call;
  const gridIds = [...new Set(input.grid_ids)];
  const grid = await deps.grid.loaded(deadline);
  const before = (await deps.mappingFocus.stored(deadline)).gridIds;
  const focused = new Set(before);
  const isTaken = (row: GridRow | undefined) => row && (!row.isRetired || focused.has(row.gridId));
  const unknown = gridIds.filter((gridId) => !isTaken(grid.row(gridId)));
  if (unknown.length > 0)
    throw invalidParam({ grid_ids: msg`location grid id does not exist: ${unknown.join(', ')}` });
  await noteAudit(deps.store, call, {
    action: 'mapping_focus.changed',
    subject: 'settings/mapping_focus',
    before,
    after: gridIds,
  });
  await deps.mappingFocus.change({ $set: { gridIds } }, deadline);
  return presentFocus(grid, gridIds);
});
