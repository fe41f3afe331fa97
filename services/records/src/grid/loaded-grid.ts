import Flatbush from 'flatbush';
import { GridColumns } from './grid-columns.ts';
import type { GridRow } from './grid-row.ts';
import type { Point } from '../model/places.ts';
import { smallestPlace } from './smallest-place.ts';
import type { Bounds } from '../store/location-model.ts';

/** The whole location grid in memory, as it was in the database at one moment. */
export class LoadedGrid {
  /** The time of the last change; undefined when it was never changed. */
  readonly changedAt: Date | undefined;
  readonly #columns: GridColumns;
  readonly #boxes: BoxIndex;
  /** Grid id → indexes of its parts. */
  readonly #children: ReadonlyMap<number | null | undefined, readonly number[]>;

  constructor(rows: readonly GridRow[], changedAt?: Date) {
    this.changedAt = changedAt;
    const ordered = [...rows].sort((one, other) => one.gridId - other.gridId);
    this.#columns = new GridColumns(ordered);
    this.#boxes = new BoxIndex(
      ordered.flatMap(({ bounds, isRetired }, key) => (bounds && !isRetired ? [{ key, bounds }] : [])),
    );
    const offered = [...ordered.keys()].filter((index) => !ordered[index]?.isRetired);
    this.#children = Map.groupBy(offered, (index) => ordered[index]?.parentId);
  }

  /** Undefined for an unknown id. */
  row(gridId: number): GridRow | undefined {
    const index = this.#columns.indexOf(gridId);
    return index === undefined ? undefined : this.#columns.row(index);
  }

  /** All rows that are offered, in the order of their ids. */
  *rows(): IterableIterator<GridRow> {
    for (let index = 0; index < this.#columns.length; index += 1) {
      const row = this.#columns.row(index);
      if (!row.isRetired) yield row;
    }
  }

  /** The offered rows directly below a row, in the order of their ids; those without a larger row for null. */
  childrenOf(gridId: number | null): GridRow[] {
    return (this.#children.get(gridId) ?? []).map((index) => this.#columns.row(index));
  }

  /** The rows that contain a row, and itself, from the country down; only itself for the world, nothing for an unknown id. */
  lineageOf(gridId: number): GridRow[] {
    const row = this.row(gridId);
    if (!row) return [];
    const larger = row.lineage.map((id) => this.row(id)).filter((each) => each !== undefined);
    return larger.length === 0 ? [row] : larger;
  }

  /** The smallest row in which a point lies (`smallestPlace`); undefined when no row contains it. */
  at(point: Point): GridRow | undefined {
    return smallestPlace(
      point,
      this.#boxes.near(point).map((index) => this.#columns.row(index)),
    );
  }
}

/** Keeps points that rounding moves over an edge among the candidates; callers check exactly. In degrees, a tenth of a millimetre. */
const margin = 1e-9;

/** Finds which of many boxes may contain a point. */
class BoxIndex {
  readonly #index: Flatbush | undefined;
  /** The key of each indexed rectangle. */
  readonly #keys: Uint32Array;

  constructor(boxes: readonly { readonly key: number; readonly bounds: Bounds }[]) {
    const rectangles = boxes.flatMap(({ key, bounds }) =>
      rectanglesOf(bounds).map((corners) => ({ key, corners })),
    );
    this.#keys = Uint32Array.from(rectangles, ({ key }) => key);
    if (rectangles.length === 0) return;
    this.#index = new Flatbush(rectangles.length);
    for (const { corners } of rectangles) this.#index.add(...corners);
    this.#index.finish();
  }

  /** The keys, ascending, of all boxes that contain the point, and perhaps of some whose edge it nearly touches. */
  near({ lng, lat }: Point): number[] {
    const found = meridiansOf(lng).flatMap(
      (x) => this.#index?.search(x - margin, lat - margin, x + margin, lat + margin) ?? [],
    );
    const keys = new Set(found.map((rectangle) => this.#keys[rectangle] ?? 0));
    return [...keys].sort((one, other) => one - other);
  }
}

/** A box that crosses the antimeridian becomes one box on each side of it. */
function rectanglesOf({ north, south, east, west }: Bounds): (readonly [number, number, number, number])[] {
  if (east >= west) return [[west, south, east, north]];
  return [
    [west, south, 180, north],
    [-180, south, east, north],
  ];
}

/** At the antimeridian two longitudes are the same. */
function meridiansOf(lng: number): number[] {
  if (180 - lng <= margin) return [lng, lng - 360];
  return lng + 180 <= margin ? [lng, lng + 360] : [lng];
}
