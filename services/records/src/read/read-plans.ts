import type { Field } from '../model/field.ts';
import type { ReadContext } from '../model/read-context.ts';
import type { PostType } from '../model/post-type.ts';
import type { Site } from '../model/site.ts';
import { hasNames } from './names-of-values.ts';
import { storageOf, type FieldStorage } from '../model/stored-value.ts';
import { LRUCache } from 'lru-cache';

/** The plan for reading one field of a single record. */
export interface ReadField {
  readonly field: Field;
  readonly storage: FieldStorage;
  /** Whether the read shape of an unset value is not empty. */
  readonly showsUnset: boolean;
}

/** The plan for reading all fields of a post type, in their order. */
interface FieldPlan {
  readonly all: readonly ReadField[];
  /** Those whose read shape depends on users, records or places that the value names. */
  readonly named: readonly ReadField[];
  readonly connections: readonly Field[];
}

export class FieldPlans {
  readonly of: (postType: PostType) => FieldPlan;

  constructor(site: Site) {
    this.of = oncePerType(({ fields }) => {
      const all = [...fields.values()].map((field) => ({
        field,
        storage: storageOf(field),
        showsUnset: field.type.read.shape(undefined, field, withoutNames(site)) !== undefined,
      }));
      return {
        all,
        named: all.filter(({ field }) => hasNames(field)),
        connections: all.filter(({ storage }) => storage === 'edges').map(({ field }) => field),
      };
    });
  }
}

/** Makes a value once for each post type as it is declared: switching a module discards it. */
function oncePerType<Made>(make: (postType: PostType) => Made): (postType: PostType) => Made {
  const known = new WeakMap<PostType, Made>();
  return (postType) => {
    const made = known.get(postType) ?? make(postType);
    known.set(postType, made);
    return made;
  };
}

/** The plan for rendering some fields of a post type in list items, computed once for all items. */
export interface ItemPlan {
  /** Unique among plans. */
  readonly id: number;
  readonly postType: PostType;
  readonly shown: readonly Field[];
  readonly fields: readonly PlannedField[];
}

export interface PlannedField {
  readonly field: Field;
  /** The JSON text before its value, once for each key under which it is shown. */
  readonly keys: readonly string[];
  readonly isPrivate: boolean;
  /** Whether its read shape depends on more than the record: users, records or places. */
  readonly hasNames: boolean;
  /** The JSON text while the field is unset. */
  readonly unset: string;
}

/** Keys of every item, whatever fields are shown. */
const fixed: ReadonlySet<string> = new Set([
  'ID',
  'post_title',
  'name',
  'post_type',
  'post_date',
  'permalink',
]);

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
        unset: textOf(keys, field.type.read.shape(undefined, field, withoutNames(site))),
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

export class ItemPlans {
  readonly #site: Site;
  readonly #plansOf = oncePerType(() => new LRUCache<string, ItemPlan>({ max: maxPlans }));
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
}
