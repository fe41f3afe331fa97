import type { OrderPath } from '../store/indexes.ts';
import type { IndexedRecord } from './indexed-record.ts';
import { orderPaths, sortKeyOf, type SortKey } from './sorted-records.ts';

/**
 * For each slot a number in each order. Records with different numbers are in the order of the numbers; others have to be compared. Reading the
 * numbers of many slots takes a hundredth of the time of reading the records.
 */
export class OrderKeys {
  readonly #numbers = {
    createdAt: new Float64Array(1_024),
    lastModified: new Float64Array(1_024),
    'sort.name': new Float64Array(1_024),
  };

  set(slot: number, record: IndexedRecord): void {
    for (const path of orderPaths) {
      if (slot >= this.#numbers[path].length) {
        const longer = new Float64Array(Math.ceil(slot * 1.5));
        longer.set(this.#numbers[path]);
        this.#numbers[path] = longer;
      }
      this.#numbers[path][slot] = orderKey(sortKeyOf(path, record));
    }
  }

  get(path: OrderPath, slot: number): number {
    return this.#numbers[path][slot] ?? 0;
  }
}

/** So many characters of a name, in so many classes, fit into the integers that a number represents exactly. */
const characters = 10;
const classes = 32;

/** A number that is in the order of the values of a path. */
export function orderKey({ value }: Pick<SortKey, 'value'>): number {
  if (typeof value === 'number') return value;
  let key = 0;
  for (let index = 0; index < characters; index += 1)
    key = key * classes + (index < value.length ? classOf(value.charCodeAt(index)) : 0);
  return key;
}

const a = 'a'.charCodeAt(0);
const z = 'z'.charCodeAt(0);

/** The class of a character, in the order of characters: names consist mostly of small letters and blanks. */
function classOf(unit: number): number {
  if (unit < a) return unit <= 0x20 ? 1 : 2;
  if (unit <= z) return unit - a + 3;
  if (unit < 0x250) return 29;
  return unit < 0x2000 ? 30 : 31;
}
