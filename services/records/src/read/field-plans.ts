import type { Field } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';
import type { Site } from '../model/site.ts';
import { withoutNames } from './item-plan.ts';
import { hasNames } from './names-of-values.ts';
import { storageOf, type FieldStorage } from '../model/stored-value.ts';

/** The plan for reading one field of a record. */
export interface ReadField {
  readonly field: Field;
  readonly storage: FieldStorage;
  /** Whether its read shape depends on users, records or places that the value names. */
  readonly hasNames: boolean;
  /** Whether the read shape of an unset value is not empty. */
  readonly showsUnset: boolean;
}

/** The plan for reading all fields of a post type, in their order. */
export interface FieldPlan {
  readonly all: readonly ReadField[];
  readonly named: readonly ReadField[];
  readonly connections: readonly Field[];
}

/** The plans for reading fields, computed once for each post type as it is declared. */
export class FieldPlans {
  readonly #site: Site;
  readonly #plans = new WeakMap<PostType, FieldPlan>();

  constructor(site: Site) {
    this.#site = site;
  }

  of(postType: PostType): FieldPlan {
    const known = this.#plans.get(postType);
    if (known) return known;
    const all = [...postType.fields.values()].map((field) => this.#readField(field));
    const plan = {
      all,
      named: all.filter((each) => each.hasNames),
      connections: all.filter(({ storage }) => storage === 'edges').map(({ field }) => field),
    };
    this.#plans.set(postType, plan);
    return plan;
  }

  #readField(field: Field): ReadField {
    return {
      field,
      storage: storageOf(field),
      hasNames: hasNames(field),
      showsUnset: field.type.read(undefined, field, withoutNames(this.#site)) !== undefined,
    };
  }
}
