import type { Model } from 'mongoose';
import type { Call } from '@svc/service-kit';
import type { LocationDocument } from '../store/location-model.ts';
import { readInTime } from '../store/read-in-time.ts';
import type { FindsPlaces, NamedPlaces, Place, PlaceNames, Point } from './places.ts';
import { smallestPlace } from './smallest-place.ts';
import { tilesOfPoint } from './tiles.ts';

type Deadline = Call['deadline'];
type Row = Pick<
  LocationDocument,
  '_id' | 'altName' | 'level' | 'levelName' | 'lineage' | 'longitude' | 'latitude' | 'bounds'
>;
type TiledRow = Row & Pick<LocationDocument, 'tiles'>;
type NamedPlace = Pick<Place, 'gridId' | 'name'>;

const shown = { altName: 1, level: 1, levelName: 1, lineage: 1, longitude: 1, latitude: 1, bounds: 1 };
/** Other instances import too: what this one remembers is not older than that. */
const rememberedMilliseconds = 60_000;
const mostRemembered = 20_000;

/** Looks places up in the location grid, many at once, and remembers their names for reads. */
export class GridPlaces implements FindsPlaces {
  readonly #locations: Model<LocationDocument>;
  readonly #remembered = new Map<number, { readonly place: NamedPlace; readonly until: number }>();

  constructor(locations: Model<LocationDocument>) {
    this.#locations = locations;
  }

  async names(deadline: Deadline, gridIds: readonly number[]): Promise<PlaceNames> {
    const found = new Map<number, NamedPlace>();
    const now = Date.now();
    for (const id of gridIds) {
      const known = this.#remembered.get(id);
      if (known && known.until > now) found.set(id, known.place);
    }
    const missing = [...new Set(gridIds)].filter((id) => !found.has(id));
    const rows = await this.#find(deadline, missing);
    this.#remember(rows, now);
    for (const row of rows) found.set(row._id, nameOf(row));
    return found;
  }

  /** What these rows lie in, and themselves. */
  async lineages(
    deadline: Deadline,
    gridIds: readonly number[],
  ): Promise<ReadonlyMap<number, readonly number[]>> {
    const rows = await this.#find(deadline, [...new Set(gridIds)]);
    return new Map(rows.map(({ _id, lineage }) => [_id, lineage]));
  }

  async named(
    deadline: Deadline,
    wanted: { gridIds: readonly number[]; points: readonly Point[] },
  ): Promise<NamedPlaces> {
    const [byId, around] = await Promise.all([
      this.#find(deadline, [...new Set(wanted.gridIds)]),
      this.#findAround(deadline, wanted.points),
    ]);
    const at = new Map(
      wanted.points.map((point) => {
        const rows = tilesOfPoint(point).flatMap((tile) => around.get(tile) ?? []);
        return [keyOf(point), smallestPlace(point, rows)] as const;
      }),
    );
    const rows = [...byId, ...[...at.values()].filter((row) => row !== undefined)];
    const places = await this.#places(deadline, rows);
    return {
      get: (gridId) => places.get(gridId),
      at(point) {
        const row = at.get(keyOf(point));
        return row && places.get(row._id);
      },
    };
  }

  /** Forgets all names: the grid has changed. */
  forget(): void {
    this.#remembered.clear();
  }

  /** Rows with the names of what they lie in. */
  async #places(deadline: Deadline, rows: readonly Row[]): Promise<ReadonlyMap<number, Place>> {
    const known = new Map(rows.map((row) => [row._id, row]));
    const largerOnes = new Set(rows.flatMap(({ lineage }) => lineage.slice(0, 2)));
    const missing = [...largerOnes].filter((id) => !known.has(id));
    const names = new Map(
      [...rows, ...(await this.#find(deadline, missing))].map((row) => [row._id, row.altName]),
    );
    return new Map(rows.map((row) => [row._id, toPlace(row, names)]));
  }

  async #find(deadline: Deadline, ids: readonly number[]): Promise<Row[]> {
    if (ids.length === 0) return [];
    return readInTime(deadline, (maxTimeMS) =>
      this.#locations
        .find({ _id: { $in: [...ids] } }, shown)
        .maxTimeMS(maxTimeMS)
        .lean<Row[]>(),
    );
  }

  /** All rows whose boxes may contain one of the points, by the tiles that the boxes touch. */
  async #findAround(deadline: Deadline, points: readonly Point[]): Promise<ReadonlyMap<string, Row[]>> {
    const tiles = [...new Set(points.flatMap(tilesOfPoint))];
    if (tiles.length === 0) return new Map();
    const rows = await readInTime(deadline, (maxTimeMS) =>
      this.#locations
        .find({ tiles: { $in: tiles } }, { ...shown, tiles: 1 })
        .sort({ _id: 1 })
        .maxTimeMS(maxTimeMS)
        .lean<TiledRow[]>(),
    );
    const byTile = new Map<string, Row[]>();
    for (const row of rows) {
      for (const tile of row.tiles) {
        const others = byTile.get(tile);
        if (others) others.push(row);
        else byTile.set(tile, [row]);
      }
    }
    return byTile;
  }

  #remember(rows: readonly Row[], now: number): void {
    if (this.#remembered.size + rows.length > mostRemembered) this.#remembered.clear();
    for (const row of rows)
      this.#remembered.set(row._id, { place: nameOf(row), until: now + rememberedMilliseconds });
  }
}

function nameOf({ _id, altName }: Row): NamedPlace {
  return { gridId: _id, name: altName };
}

function toPlace(row: Row, names: ReadonlyMap<number, string>): Place {
  const [country, admin1] = row.lineage;
  const path = [row._id, admin1, country].filter((id) => id !== undefined);
  return {
    gridId: row._id,
    name: row.altName,
    levelName: row.levelName,
    lng: row.longitude,
    lat: row.latitude,
    fullName: [...new Set(path)]
      .map((id) => names.get(id) ?? '')
      .filter((name) => name !== '')
      .join(', '),
  };
}

function keyOf({ lng, lat }: Point): string {
  return `${lng},${lat}`;
}
