import { recordsLocationCounts, msg, type CountedPlace } from '@svc/contracts';
import { defineHandler, invalidParam } from '@svc/service-kit';
import type { LocationDeps } from '../../locations/location-deps.ts';
import { askedList, listedType } from '../../lists/asked-list.ts';
import { worldId, type GridRow } from '../../grid/grid-row.ts';
import type { LoadedGrid } from '../../grid/loaded-grid.ts';
import { countByPlace, world } from '../../locations/count-by-place.ts';
import { locatedRecords } from '../../locations/located-records.ts';
import { refuseUnlessReading } from '../../locations/refuse-unless-reading.ts';

/** The field by which maps place records; every post type has it. */
const locationKey = 'location_grid';

type Shown = Pick<GridRow, 'gridId' | 'name' | 'levelName' | 'lng' | 'lat'>;

/** The number of records in a place and in each of its parts, of those that lists show to the caller. */
export const locationCounts = defineHandler(recordsLocationCounts, async (call, deps: LocationDeps) => {
  refuseUnlessReading(call.actor);
  const { post_type: key, parent = worldId, query = {} } = call.input;
  const postType = listedType(call.actor, deps.postTypes, key);
  const grid = await deps.grid.atHand(call.deadline);
  const row = grid.row(parent) ?? (parent === worldId ? world : undefined);
  if (!row) throw invalidParam({ parent: msg`location grid id does not exist: ${parent}` });
  const list = await askedList(call, deps, postType, { query });
  const field = postType.fields.get(locationKey);
  const counts = countByPlace(grid, field ? await locatedRecords(call, deps, { list, field }) : []);
  const shown = (place: Shown) => countedPlace(grid, place, counts.get(place.gridId) ?? 0);
  return { parent: shown(row), parts: grid.childrenOf(parent).map(shown) };
});

function countedPlace(
  grid: LoadedGrid,
  { gridId, name, levelName, lng, lat }: Shown,
  count: number,
): CountedPlace {
  const hasParts = grid.childrenOf(gridId).length > 0;
  return { grid_id: gridId, name, level: levelName, lng, lat, count, has_parts: hasParts };
}
