import type { Condition, FieldFilter, TermValue, FilterAt, FilterResult } from '../../model/filter.ts';

/** Values of which a record has to hold one, and values of which it may hold none. */
export interface Membership {
  readonly included: readonly TermValue[];
  readonly excluded: readonly TermValue[];
  /** Whether having no value is as good as an included one. */
  readonly orUnset?: boolean;
}

/** The filter for records in which the field is unset. */
export const unsetFilter: FieldFilter = {
  matchesUnset: true,
  resolve: ({ path }) => ({ condition: { [path]: null } }),
};

/**
 * The filter of fields that hold values out of a set. Included values are ORed, excluded ones keep a record out, whatever their
 * order; without any included one, records without the field match.
 */
export function membershipFilter(membership: Membership): FieldFilter {
  return {
    matchesUnset: membership.included.length === 0 || membership.orUnset === true,
    resolve: (at) => membershipCondition(membership, at),
  };
}

/** The condition of such a filter. */
export function membershipCondition(
  { included, excluded, orUnset = false }: Membership,
  { path, term }: Pick<FilterAt, 'path' | 'term'>,
): FilterResult {
  const isIncluding = included.length > 0 || orUnset;
  const condition: Condition = {
    [path]: {
      ...(isIncluding ? { $in: orUnset ? [...included, null] : included } : {}),
      ...(excluded.length > 0 ? { $nin: excluded } : {}),
    },
  };
  return isIncluding && !orUnset && term
    ? { condition, candidates: { filterTerms: included.map(term) } }
    : { condition };
}
