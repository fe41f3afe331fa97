import { TimeSlice } from '@svc/service-kit';
import type { OrderPath } from '../store/indexes.ts';
import type { IndexedRecord, PlacedRecord } from './indexed-record.ts';

const values = {
  createdAt: (record: IndexedRecord) => record.createdAt,
  lastModified: (record: IndexedRecord) => record.lastModified,
  'sort.name': (record: IndexedRecord) => record.sortName,
} as const satisfies Record<OrderPath, (record: IndexedRecord) => number | string>;

export const orderPaths = Object.keys(values) as readonly OrderPath[];

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

export interface IndexOrder {
  readonly path: OrderPath;
  readonly direction: 1 | -1;
}

/** A part of a list: from an offset on, or after a record with this key. */
export interface Part {
  readonly direction: 1 | -1;
  readonly offset: number;
  readonly limit: number;
  readonly after?: SortKey | undefined;
}

/** A block with more records than this is divided: an insertion moves the records of one block, not of the whole list. */
const maxInBlock = 1_024;

/** Records in the ascending order of a value, in blocks. A descending list is the exact reverse. */
export class SortedRecords<Each extends IndexedRecord = PlacedRecord> {
  readonly #path: OrderPath;
  /** None of them is empty. */
  readonly #blocks: Each[][];
  #length: number;

  /** @param sorted in this order already. */
  constructor(path: OrderPath, sorted: readonly Each[] = []) {
    this.#path = path;
    this.#blocks = inBlocks(sorted);
    this.#length = sorted.length;
  }

  get length(): number {
    return this.#length;
  }

  /** The records that meet a condition, ascending. */
  filter(holds: (record: Each) => boolean): Each[] {
    return this.#blocks.flatMap((block) => block.filter(holds));
  }

  /** The records in a direction; they may not change meanwhile. */
  *inDirection(direction: 1 | -1): Generator<Each> {
    if (direction === 1) for (const block of this.#blocks) yield* block;
    else
      for (const block of this.#blocks.toReversed())
        for (let index = block.length - 1; index >= 0; index -= 1) yield block[index] as Each;
  }

  forEach(visit: (record: Each) => void): void {
    for (const block of this.#blocks) block.forEach(visit);
  }

  insert(record: Each): void {
    const { at, index } = this.#find(sortKeyOf(this.#path, record));
    const block = this.#blocks[at];
    this.#length += 1;
    if (!block) {
      this.#blocks.push([record]);
      return;
    }
    block.splice(index, 0, record);
    if (block.length > maxInBlock) this.#blocks.splice(at, 1, ...inBlocks(block));
  }

  remove(record: Each): void {
    const { at, index } = this.#find(sortKeyOf(this.#path, record));
    if (this.#blocks[at]?.[index]?._id === record._id) this.#removeAt(at, index);
  }

  /** Replaces a version of a record by another one. In most orders it keeps its place. */
  replace(before: Each, after: Each): void {
    const { at, index } = this.#find(sortKeyOf(this.#path, before));
    const block = this.#blocks[at];
    const isFound = block?.[index]?._id === before._id;
    if (isFound && compareBy(this.#path)(before, after) === 0) {
      block[index] = after;
      return;
    }
    if (isFound) this.#removeAt(at, index);
    this.insert(after);
  }

  part({ direction, offset, limit, after }: Part): readonly Each[] {
    if (direction === 1) {
      const start = after ? this.#placeOf(after, true) : offset;
      return this.#slice(start, start + limit);
    }
    const end = after ? this.#placeOf(after) : Math.max(0, this.#length - offset);
    return this.#slice(Math.max(0, end - limit), end).reverse();
  }

  /** The records from one place to another in the whole list. */
  #slice(start: number, end: number): Each[] {
    const found: Each[] = [];
    let before = 0;
    for (const block of this.#blocks) {
      if (before >= end) break;
      if (before + block.length > start)
        found.push(...block.slice(Math.max(0, start - before), end - before));
      before += block.length;
    }
    return found;
  }

  /** As `#find`, but the place in the whole list. */
  #placeOf(key: SortKey, isAfter = false): number {
    const { at, index } = this.#find(key, isAfter);
    let place = index;
    for (let block = 0; block < at; block += 1) place += this.#blocks[block]?.length ?? 0;
    return place;
  }

  /** The first place whose record does not come before this key, or comes after it: a block, and the index there. The end is in the last block. */
  #find({ value, id }: SortKey, isAfter = false): { readonly at: number; readonly index: number } {
    const read = values[this.#path];
    const holds = (record: Each | undefined) => {
      if (!record) return false;
      const other = read(record);
      if (other !== value) return other > value;
      return isAfter ? record._id > id : record._id >= id;
    };
    const blocks = this.#blocks;
    const first = firstWhere(blocks, (block) => holds(block.at(-1)));
    const at = Math.max(0, Math.min(first, blocks.length - 1));
    return { at, index: firstWhere(blocks[at] ?? [], holds) };
  }

  #removeAt(at: number, index: number): void {
    const block = this.#blocks[at];
    block?.splice(index, 1);
    this.#length -= 1;
    if (block?.length === 0) this.#blocks.splice(at, 1);
  }
}

function inBlocks<Each>(sorted: readonly Each[]): Each[][] {
  const length = maxInBlock / 2;
  const blocks: Each[][] = [];
  for (let at = 0; at < sorted.length; at += length) blocks.push(sorted.slice(at, at + length));
  return blocks;
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
