import { namePattern } from '../../query/name-pattern.ts';
import type { ListSort } from '../../query/parse-sort.ts';

/** How MongoDB orders a list: values that are computed first, and the paths that decide, the id last. */
export interface ListOrder {
  readonly computed: Readonly<Record<string, unknown>>;
  readonly by: Readonly<Record<string, 1 | -1>>;
}

/** The order that records have by themselves; equal keys are ordered by id, so that pages never overlap. */
export function listOrder(sort: Exclude<ListSort, { kind: 'ranked' }>): ListOrder {
  const { direction } = sort;
  if (sort.kind === 'always set') return { computed: {}, by: { [sort.path]: direction, _id: direction } };
  if (sort.kind === 'first named') {
    const isNamed = { $regexMatch: { input: '$searched.name', regex: namePattern(sort.text) } };
    return { computed: { isOther: { $not: [isNamed] } }, by: { isOther: 1, 'sort.name': 1, _id: 1 } };
  }
  const { field } = sort;
  const path = `sort.${field.key}`;
  const unset = field.type.sortKeyWhenUnset?.(field);
  if (unset !== undefined)
    return {
      computed: { place: { $ifNull: [`$${path}`, unset] } },
      by: { place: direction, _id: direction },
    };
  return {
    computed: { isUnset: { $eq: [{ $type: `$${path}` }, 'missing'] } },
    by: { isUnset: 1, [path]: direction, _id: direction },
  };
}
