import { signed, textOperands } from './filter-operands.ts';
import type { Field } from '../../model/field.ts';
import type { ParsedFilter } from '../../model/filter.ts';
import { membershipFilter, unsetFilter } from './membership-filter.ts';

/**
 * Options and tags (docs/list-query.md#filters): one of the given, none of those with `-` before them, `[]` unset. `noneIsUnset`: the operand
 * `none` means the option of that key, or unset.
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
