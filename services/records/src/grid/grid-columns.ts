import type { Bounds } from '../store/location-model.ts';
import type { GridRow } from './grid-row.ts';

/** An unknown bound or parent. */
const none = Number.NaN;

/** Rows of the location grid in columns, which take a tenth of the memory of objects. */
export class GridColumns {
  readonly ids: Float64Array;
  readonly names: readonly string[];
  readonly levels: Int8Array;
  readonly countryCodes: readonly string[];
  readonly parents: Float64Array;
  readonly lngs: Float64Array;
  readonly lats: Float64Array;
  /** Four of each row: north, south, east, west. */
  readonly bounds: Float64Array;
  readonly retired: Uint8Array;
  /** The lineages of all rows one after the other, and where each begins. */
  readonly lineages: Float64Array;
  readonly lineageStarts: Uint32Array;

  /** `rows` in the order of their ids. */
  constructor(rows: readonly GridRow[]) {
    const codes = new Map(rows.map(({ countryCode }) => [countryCode, countryCode]));
    this.ids = Float64Array.from(rows, ({ gridId }) => gridId);
    this.names = rows.map(({ name }) => name);
    this.levels = Int8Array.from(rows, ({ level }) => level);
    // Rows of a country share one string.
    this.countryCodes = rows.map(({ countryCode }) => codes.get(countryCode) ?? '');
    this.parents = Float64Array.from(rows, ({ parentId }) => parentId ?? none);
    this.lngs = Float64Array.from(rows, ({ lng }) => lng);
    this.lats = Float64Array.from(rows, ({ lat }) => lat);
    this.bounds = Float64Array.from(rows.flatMap(({ bounds }) => cornersOf(bounds)));
    this.retired = Uint8Array.from(rows, ({ isRetired }) => (isRetired ? 1 : 0));
    this.lineages = Float64Array.from(rows.flatMap(({ lineage }) => lineage));
    this.lineageStarts = startsOf(rows.map(({ lineage }) => lineage.length));
  }

  get length(): number {
    return this.ids.length;
  }

  /** The index of the row with this id. */
  indexOf(gridId: number): number | undefined {
    let from = 0;
    let to = this.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (valueAt(this.ids, middle) < gridId) from = middle + 1;
      else to = middle;
    }
    return this.ids[from] === gridId ? from : undefined;
  }

  /** The row at an index; it reads its values from the columns on access. */
  row(index: number): GridRow {
    return new RowInColumns(this, index);
  }
}

class RowInColumns implements GridRow {
  readonly #columns: GridColumns;
  readonly #index: number;

  constructor(columns: GridColumns, index: number) {
    this.#columns = columns;
    this.#index = index;
  }

  get gridId(): number {
    return valueAt(this.#columns.ids, this.#index);
  }

  get name(): string {
    return this.#columns.names[this.#index] ?? '';
  }

  get level(): number {
    return valueAt(this.#columns.levels, this.#index);
  }

  get levelName(): string {
    return this.level < 0 ? 'world' : `admin${this.level}`;
  }

  get countryCode(): string {
    return this.#columns.countryCodes[this.#index] ?? '';
  }

  get parentId(): number | null {
    const parent = valueAt(this.#columns.parents, this.#index);
    return Number.isNaN(parent) ? null : parent;
  }

  get lineage(): readonly number[] {
    const { lineages, lineageStarts } = this.#columns;
    return [...lineages.subarray(lineageStarts[this.#index], lineageStarts[this.#index + 1])];
  }

  get lng(): number {
    return valueAt(this.#columns.lngs, this.#index);
  }

  get lat(): number {
    return valueAt(this.#columns.lats, this.#index);
  }

  get bounds(): Bounds | null {
    const first = this.#index * 4;
    const [north = none, south = none, east = none, west = none] = this.#columns.bounds.subarray(
      first,
      first + 4,
    );
    return Number.isNaN(north) ? null : { north, south, east, west };
  }

  get isRetired(): boolean {
    return this.#columns.retired[this.#index] === 1;
  }
}

function cornersOf(bounds: Bounds | null): number[] {
  return bounds ? [bounds.north, bounds.south, bounds.east, bounds.west] : [none, none, none, none];
}

/** The starts of consecutive parts with these lengths, and the end of the last part. */
function startsOf(lengths: readonly number[]): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1);
  for (const [index, length] of lengths.entries()) starts[index + 1] = (starts[index] ?? 0) + length;
  return starts;
}

/** Callers pass only indexes that exist. */
function valueAt(column: ArrayLike<number>, index: number): number {
  return column[index] ?? none;
}
