import type { Field } from '../model/field.ts';
import type { ReadContext } from '../model/read-context.ts';
import type { PostType } from '../model/post-type.ts';
import type { Site } from '../model/site.ts';
import { hasNames } from './names-of-values.ts';
import { storageOf } from '../model/stored-value.ts';
import { LRUCache } from 'lru-cache';

/** The plan for rendering some fields of a post type in list items, computed once for all items. */
export interface ItemPlan {
  /** Unique among plans. */
  readonly id: number;
  readonly postType: PostType;
  readonly shown: readonly Field[];
  readonly fields: readonly PlannedField[];
}

/** The plan for rendering one field. */
export interface PlannedField {
  readonly field: Field;
  /** The JSON text before its value, once for each key under which it is shown. */
  readonly keys: readonly string[];
  /** Whether its values are private. */
  readonly isPrivate: boolean;
  /** Whether its read shape depends on more than the record: users, records or places. */
  readonly hasNames: boolean;
  /** The JSON text while the field is unset. */
  readonly unset: string;
}

/** Keys of every item, whatever fields are shown. */
const fixedKeys = ['ID', 'post_title', 'name', 'post_type', 'post_date', 'permalink'] as const;

const fixed: ReadonlySet<string> = new Set(fixedKeys);

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

/** The context for fields that refer to nothing. */
export function withoutNames(site: Site): ReadContext {
  return { people: new Map(), records: new Map(), places: new Map(), site };
}

/** The JSON text of a read shape under its keys; empty for an undefined shape. */
export function textOf(keys: readonly string[], shape: unknown): string {
  if (shape === undefined) return '';
  const text = JSON.stringify(shape);
  return keys.map((key) => key + text).join('');
}

function keysOf({ aliases }: PostType, key: string): string[] {
  const others = [...aliases].filter(([, { field, read }]) => read && field === key);
  return [key, ...others.map(([alias]) => alias)];
}

/** Maximum number of cached plans per post type: clients choose the fields. */
const maxPlans = 200;

/** The plans of list items. They are cached by post type object, so switching a module discards them. */
export class ItemPlans {
  readonly #site: Site;
  readonly #plans = new WeakMap<PostType, LRUCache<string, ItemPlan>>();
  #planned = 0;

  constructor(site: Site) {
    this.#site = site;
  }

  /** The plan of these fields; the same object for the same fields. */
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
