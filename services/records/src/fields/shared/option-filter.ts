import { signed, textOperands } from './filter-operands.ts';
import type { Field } from '../../model/field.ts';
import type { ParsedFilter } from '../../model/filter.ts';
import { membershipFilter, unsetFilter } from './membership-filter.ts';

/**
 * Filters by options or tags (docs/list-query.md#filters): a record must hold one of the operands and none of those with `-`; `[]` matches
 * unset fields. With `noneIsUnset`, the operand `none` matches the option of that key and unset fields.
 */
export function optionFilter(
  operand: unknown,
  field: Field,
  { noneIsUnset }: { noneIsUnset: boolean },
): ParsedFilter {
  const given = textOperands(operand, field);
  if ('problem' in given) return given;
  if (given.operands.length === 0) return { filter: unsetFilter };
  const { included, excluded } = signed(given.operands);
  const orUnset = noneIsUnset && included.includes('none');
  return { filter: membershipFilter({ included, excluded, orUnset }) };
}
