import type { IndexedRecord } from './indexed-record.ts';
import { orderKey } from './order-keys.ts';
import { compareBy, sortKeyOf, type IndexOrder } from './sorted-records.ts';

/** The first records in an order among any number that are added in any order. It takes the memory of some times as many as are kept. */
export class FirstInOrder {
  readonly #order: IndexOrder;
  readonly #compare: (one: IndexedRecord, other: IndexedRecord) => number;
  readonly #count: number;
  #kept: IndexedRecord[] = [];
  /** The last of the first records, once there are enough: later ones are not among them. */
  #last: IndexedRecord | undefined;
  #lastKey = 0;

  /** @param count how many are kept. */
  constructor(order: IndexOrder, count: number) {
    this.#order = order;
    this.#compare = comparedBy(order);
    this.#count = count;
  }

  /** Whether a record with this number of `OrderKeys` is certainly not among the first. */
  isBeyond(key: number): boolean {
    return this.#last !== undefined && this.#order.direction * (key - this.#lastKey) > 0;
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
    if (this.#kept.length < this.#count) return;
    this.#last = this.#kept.at(-1);
    if (this.#last) this.#lastKey = orderKey(sortKeyOf(this.#order.path, this.#last));
  }
}

/** So many records are added before they are sorted, at least. */
const sortedTogether = 100;

function comparedBy({ path, direction }: IndexOrder) {
  const compare = compareBy(path);
  return direction === 1 ? compare : (one: IndexedRecord, other: IndexedRecord) => compare(other, one);
}
