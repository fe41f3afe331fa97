import { recordsDrilldown, ServiceError, type OutputOf } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { worldId, type GridRow } from '../../grid/grid-row.ts';
import type { LoadedGrid } from '../../grid/loaded-grid.ts';
import type { LocationDeps } from '../../locations/location-deps.ts';
import { refuseUnlessReading } from '../../locations/refuse-unless-reading.ts';

type Level = OutputOf<typeof recordsDrilldown>[number];
type Place = NonNullable<Level['self']>;

/** The levels of the location grid from the world down to a place, and the places in it. */
export const drilldown = defineHandler(recordsDrilldown, async (call, deps: LocationDeps) => {
  refuseUnlessReading(call.actor);
  const { grid_id: gridId } = call.input;
  if (gridId === undefined || gridId === '') throw new ServiceError('get_drilldown', 'Missing parameters.');
  const grid = await deps.grid.atHand(call.deadline);
  const id = gridId === 'world' ? worldId : gridId;
  const place = grid.row(id);
  if (!place && id !== worldId) throw new ServiceError('no_location_grid', 'Location Grid not found.');
  const lineage = id === worldId ? [] : grid.lineageOf(id);
  return [...namedLevels(lineage), lowestLevel(grid, { id, isWorld: id === worldId })];
});

/** The world, and each place down to the named one: the last is active. */
function namedLevels(lineage: readonly GridRow[]): Level[] {
  const world: Level = {
    parent: 'world',
    selected: 'world',
    selected_name: 'World',
    link: true,
    active: false,
  };
  const levels = lineage.map((row, index): Level => {
    const isLast = index === lineage.length - 1;
    return {
      parent: lineage[index - 1]?.gridId ?? 'world',
      selected: row.gridId,
      selected_name: row.name,
      link: true,
      active: isLast,
      ...(isLast && { self: placeOf(row) }),
    };
  });
  return [world, ...levels];
}

/** The places to choose from next. */
function lowestLevel(grid: LoadedGrid, { id, isWorld }: { id: number; isWorld: boolean }): Level {
  const children = isWorld ? topOf(grid) : grid.childrenOf(id);
  return {
    parent: isWorld ? 'world' : id,
    selected: 0,
    selected_name: isWorld ? '' : null,
    link: false,
    active: isWorld,
    deeper_levels: children.map(({ gridId }) => gridId).filter((child) => grid.childrenOf(child).length > 0),
    list: children.map(placeOf),
  };
}

/** The rows below the world, also of a grid in which they name no larger row. */
function topOf(grid: LoadedGrid): GridRow[] {
  const alone = grid.childrenOf(null).filter(({ gridId }) => gridId !== worldId);
  return [...grid.childrenOf(worldId), ...alone];
}

function placeOf({ gridId, name, level, countryCode, parentId, lat, lng }: GridRow): Place {
  return {
    grid_id: gridId,
    name,
    level,
    country_code: countryCode,
    parent_id: parentId,
    latitude: lat,
    longitude: lng,
  };
}
