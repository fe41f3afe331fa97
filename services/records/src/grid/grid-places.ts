import type { Model } from 'mongoose';
import type { Call } from '@svc/service-kit';
import type { LocationDocument } from '../store/location-model.ts';
import { readLean } from '../store/read-with-deadline.ts';
import type { GridRow } from './grid-row.ts';
import type { LoadedGrid } from './loaded-grid.ts';
import type { LocationGrid } from './location-grid.ts';
import type { Lineage, NamedPlaces, Place, PlaceNames, Point } from '../model/places.ts';

type Deadline = Call['deadline'];

/** The grid in memory and in the database. */
export interface GridParts {
  readonly grid: LocationGrid;
  readonly locations: Model<LocationDocument>;
}

const noNames: PlaceNames = { get: () => undefined };

/** Looks places up in the location grid. */
export class GridPlaces {
  readonly #parts: GridParts;

  constructor(parts: GridParts) {
    this.#parts = parts;
  }

  async names(deadline: Deadline, gridIds: readonly number[]): Promise<PlaceNames> {
    if (gridIds.length === 0) return noNames;
    const atHand = await this.#parts.grid.atHand(deadline);
    // A row that another instance has accepted for a record may be only in the grid that is being read.
    const isEnough = gridIds.every((id) => atHand.row(id));
    const grid = isEnough ? atHand : await this.#parts.grid.loaded(deadline);
    return {
      get(gridId) {
        const row = grid.row(gridId);
        return row && { gridId, name: row.name };
      },
    };
  }

  /**
   * For each of these rows, the ids of the rows that contain it and its own. Read from the database: the terms of records are written
   * once, so they must not come from a grid that may be a second old.
   */
  async lineages(deadline: Deadline, gridIds: readonly number[]): Promise<Lineage> {
    if (gridIds.length === 0) return () => [];
    const query = this.#parts.locations.find({ _id: { $in: [...new Set(gridIds)] } }, { lineage: 1 });
    const rows = await readLean<Pick<LocationDocument, '_id' | 'lineage'>[]>({ deadline }, query);
    const known = new Map(rows.map(({ _id, lineage }) => [_id, lineage]));
    return (gridId) => known.get(gridId) ?? [];
  }

  async named(
    deadline: Deadline,
    { gridIds, points }: { gridIds: readonly number[]; points: readonly Point[] },
  ): Promise<NamedPlaces> {
    if (gridIds.length === 0 && points.length === 0) return { get: () => undefined, at: () => undefined };
    const grid = await this.#gridWith(deadline, gridIds);
    const placeOf = (row: GridRow | undefined) => row && toPlace(row, grid);
    return { get: (gridId) => placeOf(grid.row(gridId)), at: (point) => placeOf(grid.at(point)) };
  }

  /** Unknown ids may have been imported since the grid was read. */
  async #gridWith(deadline: Deadline, gridIds: readonly number[]): Promise<LoadedGrid> {
    const { grid } = this.#parts;
    const loaded = await grid.loaded(deadline);
    if (gridIds.every((id) => loaded.row(id))) return loaded;
    grid.lookAgain();
    return grid.loaded(deadline);
  }
}

function toPlace(row: GridRow, grid: LoadedGrid): Place {
  const { gridId, name, levelName, lng, lat, isRetired } = row;
  const [country, admin1] = row.lineage;
  const path = [gridId, admin1, country].filter((id) => id !== undefined);
  return {
    gridId,
    name,
    levelName,
    lng,
    lat,
    isRetired,
    fullName: [...new Set(path)]
      .map((id) => grid.row(id)?.name ?? '')
      .filter((each) => each !== '')
      .join(', '),
  };
}
