import { say } from '@svc/contracts';
import { operandsOf } from './filter-operands.ts';
import { shown, type Condition, type Field, type ParsedFilter } from './field-type.ts';
import { unsetFilter } from './membership-filter.ts';
import { toTruth } from './to-truth.ts';

/**
 * Yes, no or both; what records say in which the field is unset is what is read of them, `[]` is unset alone (facts of field filters).
 */
export function booleanFilter(operand: unknown, field: Field): ParsedFilter {
  const given = operandsOf(operand, field);
  if ('problem' in given) return given;
  const { operands } = given;
  if (operands.length === 0) return { filter: unsetFilter };
  const truths = operands.map((each) => (each === '' ? undefined : toTruth(each)));
  const wrong = truths.indexOf(undefined);
  if (wrong >= 0)
    return {
      problem: say`${field.key} is filtered by 1 (true) or 0 (false), received ${shown(operands[wrong])}`,
    };
  const [isYes, isNo] = [truths.includes(true), truths.includes(false)];
  const matchesUnset = field.definition.default === true ? isYes : isNo;
  const values = [...(isYes ? [true] : []), ...(isNo ? [false] : []), ...(matchesUnset ? [null] : [])];
  return {
    filter: {
      matchesUnset,
      resolve({ path, word }) {
        const condition: Condition = { [path]: { $in: values } };
        return isNo || matchesUnset || !word
          ? { condition }
          : { condition, candidates: { words: [word(true)] } };
      },
    },
  };
}
