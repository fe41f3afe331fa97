import type { Field } from '../model/field.ts';
import type { ReadContext } from '../model/read-context.ts';
import type { PostType } from '../model/post-type.ts';
import type { Site } from '../model/site.ts';
import { hasNames } from './names-of-values.ts';
import { storageOf } from '../model/stored-value.ts';
import { LRUCache } from 'lru-cache';

/** How list items show some fields of a post type, worked out once for every item. */
export interface ItemPlan {
  /** Tells plans apart. */
  readonly id: number;
  readonly postType: PostType;
  readonly shown: readonly Field[];
  readonly fields: readonly PlannedField[];
}

/** How an item shows one field. */
export interface PlannedField {
  readonly field: Field;
  /** What stands before its value, once for each key that it is shown under. */
  readonly keys: readonly string[];
  /** Whether each reader has a value of their own. */
  readonly isPrivate: boolean;
  /** Whether what is read of a value depends on other things than the record: users, records, places. */
  readonly hasNames: boolean;
  /** The text while it is unset. */
  readonly unset: string;
}

/** What every item has, whatever its fields are called. */
const fixedKeys = ['ID', 'post_title', 'name', 'post_type', 'post_date', 'permalink'] as const;

const fixed: ReadonlySet<string> = new Set(fixedKeys);

/** Works out how items show these fields. */
function itemPlan(
  site: Site,
  { id, postType, shown }: Pick<ItemPlan, 'id' | 'postType' | 'shown'>,
): ItemPlan {
  const fields = shown
    .filter(({ key }) => !fixed.has(key))
    .map((field): PlannedField => {
      const keys = keysOf(postType, field.key).map((key) => `,${JSON.stringify(key)}:`);
      return {
        field,
        keys,
        isPrivate: storageOf(field) === 'private',
        hasNames: hasNames(field),
        unset: textOf(keys, field.type.read(undefined, field, withoutNames(site))),
      };
    });
  return { id, postType, shown, fields };
}

/** What fields are read with that name nothing. */
export function withoutNames(site: Site): ReadContext {
  return { people: new Map(), records: new Map(), places: new Map(), site };
}

/** The text of a read shape under its keys; nothing when there is nothing to show. */
export function textOf(keys: readonly string[], shape: unknown): string {
  if (shape === undefined) return '';
  const text = JSON.stringify(shape);
  return keys.map((key) => key + text).join('');
}

function keysOf({ aliases }: PostType, key: string): string[] {
  const others = [...aliases].filter(([, { field, read }]) => read && field === key);
  return [key, ...others.map(([alias]) => alias)];
}

/** Clients choose which fields they want; so many choices of a post type are remembered. */
const maxPlans = 200;

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
    const plans = new LRUCache<string, ItemPlan>({ max: maxPlans });
    this.#plans.set(postType, plans);
    return plans;
  }
}
