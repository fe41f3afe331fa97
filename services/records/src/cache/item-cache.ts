import { LRUCache } from 'lru-cache';
import type { RecordVersion } from '../model/record.ts';

/** What is made of one version of a record. */
export interface CachedItem {
  readonly id: number;
  readonly version: number;
  /** About what it takes in memory. */
  readonly heldBytes: number;
}

/** No item takes more than this part of the memory from the others. */
const largestShare = 1 / 16;

/** Items of lists, each of one version of its record as one plan shows it. */
export class ItemCache<Item extends CachedItem> {
  readonly #items: LRUCache<string, Item> | undefined;

  constructor(maxSize: number) {
    if (maxSize === 0) return;
    const maxEntrySize = Math.floor(maxSize * largestShare);
    this.#items = new LRUCache({ maxSize, maxEntrySize, sizeCalculation: ({ heldBytes }) => heldBytes });
  }

  /** The item of this version of a record. */
  find(planId: number, { _id, version }: RecordVersion): Item | undefined {
    const item = this.#items?.get(`${planId}:${_id}`);
    return item?.version === version ? item : undefined;
  }

  keep(planId: number, item: Item): void {
    this.#items?.set(`${planId}:${item.id}`, item);
  }
}
