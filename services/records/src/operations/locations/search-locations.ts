import { recordsSearchLocations } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { LoadedGrid } from '../../grid/loaded-grid.ts';
import type { LocationDeps } from '../../locations/location-deps.ts';
import { placeLabel, usedPlaceLabel } from '../../locations/place-label.ts';
import { placesInUse } from '../../locations/places-in-use.ts';
import { refuseUnlessReading } from '../../locations/refuse-unless-reading.ts';
import { inOrder, placesNamed } from '../../locations/searched-places.ts';
import { foldText } from '../../model/fold-text.ts';

/** Maximum number of places shown. */
const maxShown = 30;

/** Places by a part of their own name: those that records name (`used`), those in the mapping focus (`focus`), or all. */
export const searchLocations = defineHandler(recordsSearchLocations, async (call, deps: LocationDeps) => {
  refuseUnlessReading(call.actor);
  const { s: text = '', filter } = call.input;
  const grid = await deps.grid.atHand(call.deadline);
  const isUsed = filter === 'used';
  const label = isUsed ? usedPlaceLabel : placeLabel;
  const focus = filter === 'focus' ? (await deps.mappingFocus.recent(call.deadline)).gridIds : [];
  const found = isUsed
    ? usedPlaces(grid, text, await placesInUse(call, deps))
    : placesNamed(await deps.searchedPlaces.of(grid), text).filter(focusedOn(grid, focus));
  return {
    location_grid: found.slice(0, maxShown).map((id) => ({ name: label(grid, id), ID: String(id) })),
    total: String(found.length),
  };
});

function usedPlaces(grid: LoadedGrid, text: string, used: ReadonlySet<number>): number[] {
  const folded = foldText(text);
  const named = [...used].flatMap((gridId) => {
    const row = grid.row(gridId);
    if (!row || !foldText(row.name).includes(folded)) return [];
    return { gridId, countryCode: row.countryCode, length: usedPlaceLabel(grid, gridId).length };
  });
  return inOrder(named).map(({ gridId }) => gridId);
}

/** Checks whether a place is, or lies in, one of the chosen places; true for all places when the world or nothing is chosen. */
function focusedOn(grid: LoadedGrid, chosen: readonly number[]): (gridId: number) => boolean {
  const rows = chosen.map((gridId) => grid.row(gridId)).filter((row) => row !== undefined);
  if (chosen.length === 0 || rows.some(({ level }) => level < 0)) return () => true;
  const ids = new Set(chosen);
  return (gridId) => grid.lineageOf(gridId).some((row) => ids.has(row.gridId));
}
