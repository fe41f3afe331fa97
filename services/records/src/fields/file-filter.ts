import { say } from '@svc/contracts';
import { operandsOf } from './filter-operands.ts';
import type { Field, ParsedFilter } from './field-type.ts';
import { unsetFilter } from './membership-filter.ts';

/** `["*"]` has files, `[]` has none (facts of field filters). */
export function fileFilter(operand: unknown, field: Field): ParsedFilter {
  const given = operandsOf(operand, field);
  const [only, ...others] = 'operands' in given ? given.operands : [operand];
  if (only === undefined) return { filter: unsetFilter };
  if (!Array.isArray(operand) || only !== '*' || others.length > 0)
    return { problem: say`Invalid file_upload filter values for ${field.key}` };
  return {
    filter: { matchesUnset: false, resolve: ({ path }) => ({ condition: { [path]: { $ne: null } } }) },
  };
}
