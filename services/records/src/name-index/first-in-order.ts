import type { IndexedRecord } from './indexed-record.ts';

type Compare = (one: IndexedRecord, other: IndexedRecord) => number;

/** The first records in an order among any number that are added in any order. It takes the memory of some times as many as are kept. */
export class FirstInOrder {
  readonly #compare: Compare;
  readonly #count: number;
  #kept: IndexedRecord[] = [];
  /** The last of the first records, once there are enough: later ones are not among them. */
  #last: IndexedRecord | undefined;

  /** @param count how many are kept. */
  constructor(compare: Compare, count: number) {
    this.#compare = compare;
    this.#count = count;
  }

  add(record: IndexedRecord): void {
    if (this.#last && this.#compare(record, this.#last) >= 0) return;
    this.#kept.push(record);
    if (this.#kept.length >= 2 * this.#count + sortedTogether) this.#reduce();
  }

  sorted(): readonly IndexedRecord[] {
    this.#reduce();
    return this.#kept;
  }

  #reduce(): void {
    this.#kept = this.#kept.sort(this.#compare).slice(0, this.#count);
    if (this.#kept.length === this.#count) this.#last = this.#kept.at(-1);
  }
}

/** So many records are added before they are sorted, at least. */
const sortedTogether = 100;
