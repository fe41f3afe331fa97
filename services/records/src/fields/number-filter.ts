import { say } from '@svc/contracts';
import { shown, type Field, type ParsedFilter } from './field-type.ts';
import { unsetFilter } from './membership-filter.ts';
import { toNumber } from './to-number.ts';

const operators: Readonly<Record<string, string>> = {
  '<': '$lt',
  '>': '$gt',
  '<=': '$lte',
  '>=': '$gte',
  '=': '$eq',
};

/**
 * A number, `{operator, number}` or an array of one number (spec 4.2). Without an operator it is `=`; nothing at all is unset, zero is
 * zero.
 */
export function numberFilter(operand: unknown, field: Field): ParsedFilter {
  const { operator = '=', number: given } = asComparison(operand) ?? { number: operand };
  if (isNothing(given)) return { filter: unsetFilter };
  const comparison =
    typeof operator === 'string' && Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  if (!comparison)
    return { problem: say`${field.key} has an operator that is none of < > <= >= =: ${shown(operator)}` };
  const number = toNumber(given);
  if (number === undefined)
    return { problem: say`${field.key} is compared with a number, received ${shown(given)}` };
  return {
    filter: {
      matchesUnset: false,
      resolve: ({ path }) => ({ condition: { [path]: { [comparison]: number } } }),
    },
  };
}

/** Undefined for an object of another form. */
function asComparison(operand: unknown): { operator?: unknown; number?: unknown } | undefined {
  if (Array.isArray(operand)) return operand.length > 1 ? { number: operand } : { number: operand[0] };
  if (typeof operand !== 'object' || operand === null) return { number: operand };
  const { operator, number, ...others } = operand as { operator?: unknown; number?: unknown };
  if (Object.keys(others).length > 0) return undefined;
  return { number, ...(isNothing(operator) ? {} : { operator }) };
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
