import type { Condition, FieldFilter, TermValue, FilterAt, FilterResult } from '../../model/filter.ts';

/** Values of which a record must hold one, and values of which it must hold none. */
export interface Membership {
  readonly included: readonly TermValue[];
  readonly excluded: readonly TermValue[];
  /** Whether records in which the field is unset match too. */
  readonly orUnset?: boolean;
}

/** The filter for records in which the field is unset. */
export const unsetFilter: FieldFilter = {
  matchesUnset: true,
  resolve: ({ path }) => ({ condition: { [path]: null } }),
};

/**
 * The filter of fields with values from a set: a record must hold one of the included values and none of the excluded ones.
 * Without included values, records in which the field is unset match too.
 */
export function membershipFilter(membership: Membership): FieldFilter {
  return {
    matchesUnset: membership.included.length === 0 || membership.orUnset === true,
    resolve: (at) => membershipCondition(membership, at),
  };
}

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
