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

  /** The row at an index. */
  row(index: number): GridRow {
    const level = valueAt(this.levels, index);
    const parent = valueAt(this.parents, index);
    const [north = none, south = none, east = none, west = none] = this.bounds.subarray(index * 4);
    return {
      gridId: valueAt(this.ids, index),
      name: this.names[index] ?? '',
      level,
      levelName: level < 0 ? 'world' : `admin${level}`,
      countryCode: this.countryCodes[index] ?? '',
      parentId: Number.isNaN(parent) ? null : parent,
      lineage: [...this.lineages.subarray(this.lineageStarts[index], this.lineageStarts[index + 1])],
      lng: valueAt(this.lngs, index),
      lat: valueAt(this.lats, index),
      bounds: Number.isNaN(north) ? null : { north, south, east, west },
      isRetired: this.retired[index] === 1,
    };
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
