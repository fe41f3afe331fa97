import { LRUCache } from 'lru-cache';
import type { Field } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';
import type { Site } from '../model/site.ts';
import { itemPlan, type ItemPlan } from './item-plan.ts';

/** Clients choose which fields they want; so many choices of a post type are remembered. */
const mostPlans = 200;

/** How items of lists are made: plans are those of a post type as it is declared, and switching modules declares all of them anew. */
export class ItemPlans {
  readonly #site: Site;
  readonly #plans = new WeakMap<PostType, LRUCache<string, ItemPlan>>();
  #planned = 0;

  constructor(site: Site) {
    this.#site = site;
  }

  /** How items of a post type show these fields; the same for the same. */
  of(postType: PostType, shown: readonly Field[]): ItemPlan {
    const plans = this.#plansOf(postType);
    const keys = shown.map(({ key }) => key).join(' ');
    const known = plans.get(keys);
    if (known) return known;
    const plan = itemPlan(this.#site, { id: (this.#planned += 1), postType, shown });
    plans.set(keys, plan);
    return plan;
  }

  #plansOf(postType: PostType): LRUCache<string, ItemPlan> {
    const known = this.#plans.get(postType);
    if (known) return known;
    const plans = new LRUCache<string, ItemPlan>({ max: mostPlans });
    this.#plans.set(postType, plans);
    return plans;
  }
}
