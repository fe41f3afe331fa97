import { LRUCache } from 'lru-cache';
import type { RecordVersion } from '../model/record.ts';

/** An item rendered from one version of a record. */
export interface CachedItem {
  readonly id: number;
  readonly version: number;
  /** Estimated memory. */
  readonly heldBytes: number;
}

/** The largest share of the cache that one item may take. */
const largestShare = 1 / 16;

/** Items of lists, by record and by the plan that rendered them. */
export class ItemCache<Item extends CachedItem> {
  readonly #items: LRUCache<string, Item> | undefined;

  constructor(maxSize: number) {
    if (maxSize === 0) return;
    const maxEntrySize = Math.floor(maxSize * largestShare);
    this.#items = new LRUCache({ maxSize, maxEntrySize, sizeCalculation: ({ heldBytes }) => heldBytes });
  }

  find(planId: number, { _id, version }: RecordVersion): Item | undefined {
    const item = this.#items?.get(`${planId}:${_id}`);
    return item?.version === version ? item : undefined;
  }

  keep(planId: number, item: Item): void {
    this.#items?.set(`${planId}:${item.id}`, item);
  }
}
