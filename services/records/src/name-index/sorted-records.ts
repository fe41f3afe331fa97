import { TimeSlice } from '@svc/service-kit';
import type { OrderPath } from '../store/indexes.ts';
import type { IndexedRecord } from './indexed-record.ts';

const values = {
  createdAt: (record: IndexedRecord) => record.createdAt,
  lastModified: (record: IndexedRecord) => record.lastModified,
  'sort.name': (record: IndexedRecord) => record.sortName,
} as const satisfies Record<OrderPath, (record: IndexedRecord) => number | string>;

/** The place of a record in an order: its value, and its id among equal values. */
export interface SortKey {
  readonly value: number | string;
  readonly id: number;
}

export function sortKeyOf(path: OrderPath, record: IndexedRecord): SortKey {
  return { value: values[path](record), id: record._id };
}

/** Orders records by a value, and equal ones by id; both ascending. */
export function compareBy(path: OrderPath): (one: IndexedRecord, other: IndexedRecord) => number {
  const value = values[path];
  return (one, other) => {
    const first = value(one);
    const second = value(other);
    if (first === second) return one._id - other._id;
    return first < second ? -1 : 1;
  };
}

/** A part of a list: from an offset on, or after a record with this key. */
export interface Part {
  readonly direction: 1 | -1;
  readonly offset: number;
  readonly limit: number;
  readonly after?: SortKey | undefined;
}

/** Records in the ascending order of a value. A descending list is the exact reverse. */
export class SortedRecords {
  readonly #path: OrderPath;
  readonly #sorted: IndexedRecord[];

  /** @param sorted in this order already. */
  constructor(path: OrderPath, sorted: IndexedRecord[] = []) {
    this.#path = path;
    this.#sorted = sorted;
  }

  get length(): number {
    return this.#sorted.length;
  }

  get ascending(): readonly IndexedRecord[] {
    return this.#sorted;
  }

  insert(record: IndexedRecord): void {
    this.#sorted.splice(this.#firstFrom(sortKeyOf(this.#path, record)), 0, record);
  }

  remove(record: IndexedRecord): void {
    const place = this.#firstFrom(sortKeyOf(this.#path, record));
    if (this.#sorted[place]?._id === record._id) this.#sorted.splice(place, 1);
  }

  /** Replaces a version of a record by another one. In most orders it keeps its place. */
  replace(before: IndexedRecord, after: IndexedRecord): void {
    const place = this.#firstFrom(sortKeyOf(this.#path, before));
    const isFound = this.#sorted[place]?._id === before._id;
    if (isFound && compareBy(this.#path)(before, after) === 0) {
      this.#sorted[place] = after;
      return;
    }
    if (isFound) this.#sorted.splice(place, 1);
    this.insert(after);
  }

  part({ direction, offset, limit, after }: Part): readonly IndexedRecord[] {
    if (direction === 1) {
      const start = after ? this.#firstFrom(after, true) : offset;
      return this.#sorted.slice(start, start + limit);
    }
    const end = after ? this.#firstFrom(after) : Math.max(0, this.#sorted.length - offset);
    return this.#sorted.slice(Math.max(0, end - limit), end).reverse();
  }

  /** The first place whose record does not come before this key, or comes after it. */
  #firstFrom({ value, id }: SortKey, isAfter = false): number {
    const read = values[this.#path];
    return firstWhere(this.#sorted, (record) => {
      const other = read(record);
      if (other !== value) return other > value;
      return isAfter ? record._id > id : record._id >= id;
    });
  }
}

/** The first index at which a condition holds that holds from there on. */
function firstWhere<Each>(sorted: readonly Each[], holds: (each: Each) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(sorted[middle] as Each)) high = middle;
    else low = middle + 1;
  }
  return low;
}

const runLength = 4_096;

/** Sorts an array of any length without keeping other requests waiting: sorted runs, then merged. */
export async function sortInSlices<Each>(
  all: readonly Each[],
  compare: (one: Each, other: Each) => number,
): Promise<Each[]> {
  const slice = new TimeSlice();
  let runs: Each[][] = [];
  for (let at = 0; at < all.length; at += runLength) {
    runs.push(all.slice(at, at + runLength).sort(compare));
    if (slice.isOver) await slice.end();
  }
  while (runs.length > 1) {
    const merged: Each[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(await merge(runs[index] ?? [], runs[index + 1] ?? [], { compare, slice }));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<Each>(
  left: readonly Each[],
  right: readonly Each[],
  { compare, slice }: { compare: (one: Each, other: Each) => number; slice: TimeSlice },
): Promise<Each[]> {
  const merged: Each[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    const one = left[i] as Each;
    const other = right[j] as Each;
    if (compare(one, other) <= 0) {
      merged.push(one);
      i += 1;
    } else {
      merged.push(other);
      j += 1;
    }
    if (merged.length % runLength === 0 && slice.isOver) await slice.end();
  }
  for (; i < left.length; i += 1) merged.push(left[i] as Each);
  for (; j < right.length; j += 1) merged.push(right[j] as Each);
  return merged;
}
