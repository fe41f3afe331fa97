import { recordsLocationCounts, msg } from '@svc/contracts';
import { defineHandler, invalidParam, type Call } from '@svc/service-kit';
import type { LocatedTogether } from '../../cache/read-cache.ts';
import { worldId, type GridRow } from '../../grid/grid-row.ts';
import type { LoadedGrid } from '../../grid/loaded-grid.ts';
import { askedList, listedType } from '../../lists/asked-list.ts';
import { inTurn } from '../../lists/find-page.ts';
import { allOf, listed, visibleTo } from '../../lists/plan/find-by.ts';
import type { ListDeps } from '../../lists/plan/list-deps.ts';
import type { PlannedList } from '../../lists/plan/plan-list.ts';
import { planOf } from '../../lists/plan/plan-of.ts';
import type { LocationDeps } from '../../locations/location-deps.ts';
import { refuseUnlessReading } from '../../locations/refuse-unless-reading.ts';
import { indexes } from '../../store/indexes.ts';

/** The field by which maps place records; every post type has it. */
const locationKey = 'location_grid';

type Shown = Pick<GridRow, 'gridId' | 'name' | 'levelName' | 'lng' | 'lat'>;

/** The world, for grids that have no row for it. */
const world: Shown = { gridId: worldId, name: 'World', levelName: 'world', lng: 0, lat: 0 };

/** The number of records in a place and in each of its parts, of those that lists show to the caller. */
export const locationCounts = defineHandler(recordsLocationCounts, async (call, deps: LocationDeps) => {
  refuseUnlessReading(call.actor);
  const { post_type: key, parent = worldId, query = {} } = call.input;
  const postType = listedType(call.actor, deps.postTypes, key);
  const grid = await deps.grid.atHand(call.deadline);
  const row = grid.row(parent) ?? (parent === worldId ? world : undefined);
  if (!row) throw invalidParam({ parent: msg`location grid id does not exist: ${parent}` });
  const list = await askedList(call, deps, postType, { query });
  const isLocated = postType.fields.has(locationKey);
  const counts = countByPlace(grid, isLocated ? await locatedRecords(call, deps, list) : []);
  const shown = ({ gridId, name, levelName: level, lng, lat }: Shown) => {
    const hasParts = grid.childrenOf(gridId).length > 0;
    return { grid_id: gridId, name, level, lng, lat, count: counts.get(gridId) ?? 0, has_parts: hasParts };
  };
  return { parent: shown(row), parts: grid.childrenOf(parent).map(shown) };
});

/** The locations of a list's records: for each set of places, the number of records that name exactly these. */
function locatedRecords(call: Call, deps: ListDeps, list: PlannedList): Promise<readonly LocatedTogether[]> {
  const path = `fields.${locationKey}`;
  const found = allOf([list.found, listed({ condition: { [path]: { $gte: 0 } } })]);
  const asked = { postType: list.postType, condition: visibleTo(list.grants, found) };
  return deps.cache.located.of(asked, () =>
    inTurn(call, deps, async (maxTimeMS) => {
      const { filter, ids } = await planOf(call, deps, { ...list, found });
      return deps.records
        .aggregate<LocatedTogether>([
          { $match: filter },
          { $group: { _id: `$${path}`, count: { $sum: 1 } } },
          { $project: { _id: 0, gridIds: '$_id', count: 1 } },
        ])
        .option({ maxTimeMS, hint: ids ? { _id: 1 } : indexes.fields });
    }),
  );
}

/** The number of records in each place or below it; a place counts each record once. All of them are in the world. */
function countByPlace(grid: LoadedGrid, located: readonly LocatedTogether[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { gridIds, count } of located) {
    const rows = gridIds.flatMap((gridId) => grid.lineageOf(gridId));
    const places = new Set([worldId, ...rows.map(({ gridId }) => gridId)]);
    for (const place of places) counts.set(place, (counts.get(place) ?? 0) + count);
  }
  return counts;
}
