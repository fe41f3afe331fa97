import { LRUCache } from 'lru-cache';
import type { IndexTest } from '../model/index-test.ts';
import type { OrderPath } from '../store/indexes.ts';
import { isListed, type IndexedList } from './indexed-list.ts';
import type { PlacedRecord } from './indexed-record.ts';
import { SortedRecords } from './sorted-records.ts';

/** Maximum number of records in all lists that are kept, as a multiple of all records. */
const maxRecords = 4;
const maxLists = 1_000;

interface KeptList extends IndexedList {
  readonly records: SortedRecords;
}

/** Sorted lists that people request page by page; each change of a record is applied to them. */
export class KeptLists {
  readonly #lists = new LRUCache<string, KeptList>({
    maxSize: Number.MAX_SAFE_INTEGER,
    sizeCalculation: ({ records }) => 1 + records.length,
    max: maxLists,
  });
  readonly #minKept: number;

  /** @param minKept lists with fewer records are not worth it: finding them takes less than their share of every write. */
  constructor(minKept = 500) {
    this.#minKept = minKept;
  }

  /** Whether a list with so many records should be kept: it depends on nothing but terms and shares, which few lists have. */
  isWorth({ test }: IndexedList, length: number): boolean {
    return length >= this.#minKept && isOfTerms(test);
  }

  find(list: IndexedList, path: OrderPath): SortedRecords | undefined {
    return this.#lists.get(keyOf(list, path))?.records;
  }

  /** Lists grow with the records; the least recently used ones are dropped. @param of how many records there are in all. */
  keep(
    list: IndexedList,
    path: OrderPath,
    { sorted, of }: { readonly sorted: readonly PlacedRecord[]; readonly of: number },
  ): SortedRecords {
    const records = new SortedRecords(path, sorted);
    this.#lists.set(keyOf(list, path), { ...list, records });
    const most = maxRecords * Math.max(1_000, of);
    while (this.#lists.calculatedSize > most && this.#lists.size > 1) this.#lists.pop();
    return records;
  }

  change(before: PlacedRecord | undefined, record: PlacedRecord | undefined): void {
    for (const list of this.#lists.values()) {
      const listed = (each: PlacedRecord | undefined) =>
        each && isListed(list, each) ? list.records : undefined;
      moveBetween(listed(before), listed(record), { before, record });
    }
  }
}

function keyOf({ postType, grants, test }: IndexedList, path: OrderPath): string {
  return JSON.stringify([postType, path, grants, test]);
}

function isOfTerms(test: IndexTest): boolean {
  if (test.kind === 'all' || test.kind === 'any') return test.of.every(isOfTerms);
  if (test.kind === 'not') return isOfTerms(test.of);
  return test.kind === 'terms' || test.kind === 'unset' || test.kind === 'shared';
}

/** Moves a record from the list that had its former version to the one that has it now, which may be the same. */
export function moveBetween(
  old: SortedRecords | undefined,
  now: SortedRecords | undefined,
  { before, record }: { before: PlacedRecord | undefined; record: PlacedRecord | undefined },
): void {
  if (old && old === now && before && record) {
    old.replace(before, record);
    return;
  }
  if (before) old?.remove(before);
  if (record) now?.insert(record);
}
