import { BoxIndex } from './box-index.ts';
import { GridColumns } from './grid-columns.ts';
import type { GridRow } from './grid-row.ts';
import type { Point } from './places.ts';
import { smallestPlace } from './smallest-place.ts';

/** The whole location grid in memory, as it was in the database at one moment. */
export class LoadedGrid {
  /** When it was changed last; undefined while nobody has changed it. */
  readonly changedAt: Date | undefined;
  readonly #columns: GridColumns;
  readonly #boxes: BoxIndex;
  /** Grid id → where its parts are. */
  readonly #children: ReadonlyMap<number, readonly number[]>;

  constructor(rows: readonly GridRow[], changedAt?: Date) {
    this.changedAt = changedAt;
    const ordered = [...rows].sort((one, other) => one.gridId - other.gridId);
    this.#columns = new GridColumns(ordered);
    this.#boxes = new BoxIndex(
      ordered.flatMap(({ bounds, isRetired }, key) => (bounds && !isRetired ? [{ key, bounds }] : [])),
    );
    this.#children = childrenIn(ordered);
  }

  /** Undefined for an id that is no row of the grid. */
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

  /** The rows right below one, as far as they are offered, in the order of their ids. */
  childrenOf(gridId: number): GridRow[] {
    return (this.#children.get(gridId) ?? []).map((index) => this.#columns.row(index));
  }

  /** What a row lies in and itself, from the country down; only itself for the world, nothing for an unknown id. */
  lineageOf(gridId: number): GridRow[] {
    const row = this.row(gridId);
    if (!row) return [];
    const larger = row.lineage.map((id) => this.row(id)).filter((each) => each !== undefined);
    return larger.length === 0 ? [row] : larger;
  }

  /** The smallest row in which a point lies (`smallestPlace`); undefined where the grid knows nothing. */
  at(point: Point): GridRow | undefined {
    return smallestPlace(
      point,
      this.#boxes.near(point).map((index) => this.#columns.row(index)),
    );
  }
}

function childrenIn(rows: readonly GridRow[]): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>();
  for (const [index, { parentId, isRetired }] of rows.entries()) {
    if (parentId === null || isRetired) continue;
    const siblings = children.get(parentId);
    if (siblings) siblings.push(index);
    else children.set(parentId, [index]);
  }
  return children;
}
