import { LRUCache } from 'lru-cache';
import type { Field } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';
import type { Site } from '../model/site.ts';
import type { RecordVersion } from '../model/record.ts';
import { itemPlan, type ItemPlan } from './item-plan.ts';
import type { ReadyItem } from './ready-item.ts';

/** Clients choose which fields they want; so many choices of a post type are remembered. */
const mostPlans = 200;
/** No item takes more than this part of the memory from the others. */
const largestShare = 1 / 16;

/**
 * List items that were made already. An item is that of one version of its record, shown as one plan says; plans are those of a post type as
 * it is declared, and switching modules declares all of them anew. So nothing that is kept has to be dropped when something changes.
 */
export class ReadyItems {
  readonly #site: Site;
  readonly #items: LRUCache<string, ReadyItem>;
  readonly #plans = new WeakMap<PostType, LRUCache<string, ItemPlan>>();
  #planned = 0;

  constructor(site: Site, maxBytes: number) {
    this.#site = site;
    const maxEntrySize = Math.floor(maxBytes * largestShare);
    this.#items = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize,
      sizeCalculation: ({ heldBytes }) => heldBytes,
    });
  }

  /** How items of a post type show these fields; the same for the same. */
  planOf(postType: PostType, shown: readonly Field[]): ItemPlan {
    const plans = this.#plansOf(postType);
    const keys = shown.map(({ key }) => key).join(' ');
    const known = plans.get(keys);
    if (known) return known;
    const plan = itemPlan(this.#site, { id: (this.#planned += 1), postType, shown });
    plans.set(keys, plan);
    return plan;
  }

  /** The item of this version of a record. */
  find(plan: ItemPlan, { _id, version }: RecordVersion): ReadyItem | undefined {
    const item = this.#items.get(keyOf(plan, _id));
    return item?.version === version ? item : undefined;
  }

  keep(plan: ItemPlan, item: ReadyItem): void {
    this.#items.set(keyOf(plan, item.id), item);
  }

  #plansOf(postType: PostType): LRUCache<string, ItemPlan> {
    const known = this.#plans.get(postType);
    if (known) return known;
    const plans = new LRUCache<string, ItemPlan>({ max: mostPlans });
    this.#plans.set(postType, plans);
    return plans;
  }
}

function keyOf({ id }: ItemPlan, recordId: number): string {
  return `${id}:${recordId}`;
}
