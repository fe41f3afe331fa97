import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import type {
  Condition,
  FieldFilter,
  FilterAt,
  FilterResult,
  ParsedFilter,
  TermValue,
} from '../../model/filter.ts';
import { isCut } from '../../model/field-terms.ts';
import { allTests, type IndexTest } from '../../model/index-test.ts';
import { signed, textOperands, type Signed } from './filter-operands.ts';

/** The filter for records in which the field is unset. */
export const unsetFilter: FieldFilter = {
  matchesUnset: true,
  resolve: ({ path }) => ({ condition: { [path]: null } }),
};

/**
 * Filters by options or tags (docs/reference/list-query.md#filters): a record must hold one of the operands and none of those with `-`; `[]` matches
 * unset fields. With `noneIsUnset`, the operand `none` matches the option of that key and unset fields.
 */
export function optionFilter(
  operand: unknown,
  field: DeclaredField,
  { noneIsUnset = false } = {},
): ParsedFilter {
  const given = textOperands(operand, field);
  if ('problem' in given) return given;
  if (given.operands.length === 0) return { filter: unsetFilter };
  const { included, excluded } = signed(given.operands);
  const orUnset = noneIsUnset && included.includes('none');
  return {
    filter: {
      matchesUnset: included.length === 0 || orUnset,
      resolve: (at) => membershipCondition({ included, excluded, orUnset }, at),
    },
  };
}

/**
 * The condition that a record holds one of the included values, or any value without them, and none of the excluded ones; with `orUnset`
 * records without a value match too.
 */
export function membershipCondition(
  { included, excluded, orUnset = false }: Signed<TermValue> & { readonly orUnset?: boolean },
  { path, term }: Pick<FilterAt, 'path' | 'term'>,
): FilterResult {
  const isIncluding = included.length > 0 || orUnset;
  const condition: Condition = {
    [path]: {
      ...(isIncluding ? { $in: orUnset ? [...included, null] : included } : {}),
      ...(excluded.length > 0 ? { $nin: excluded } : {}),
    },
  };
  if (!term) return { condition };
  const test = membershipTest({ included, excluded, orUnset }, term);
  return isIncluding && !orUnset
    ? { condition, candidates: { filterTerms: included.map(term) }, test }
    : { condition, test };
}

/** The condition for the name index, which knows values by their terms: a field without any is unset. */
function membershipTest(
  { included, excluded, orUnset }: Signed<TermValue> & { readonly orUnset: boolean },
  term: NonNullable<FilterAt['term']>,
): IndexTest | undefined {
  const holding = included.map(term);
  const without = excluded.map(term);
  if ([...holding, ...without].some(isCut)) return undefined;
  const held: IndexTest = { kind: 'terms', terms: holding };
  return allTests([
    ...(orUnset ? [{ kind: 'any' as const, of: [held, { kind: 'unset' as const, prefix: term('') }] }] : []),
    ...(!orUnset && holding.length > 0 ? [held] : []),
    ...(without.length > 0 ? [{ kind: 'not' as const, of: { kind: 'terms' as const, terms: without } }] : []),
  ]);
}
