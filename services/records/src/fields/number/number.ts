import { z } from 'zod';
import { msg } from '@svc/contracts';
import { valueDeleted } from '../../model/activity-row.ts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import type { FieldType } from '../../model/field-type/field-type.ts';
import { problem, shown } from '../../model/field-type/problem.ts';
import { isObject } from '../../model/is-object.ts';
import { isBlank } from '../shared/plain-text.ts';
import { singleValue } from '../shared/single-value.ts';
import type { ParsedFilter } from '../../model/filter.ts';
import { unsetFilter } from '../shared/membership-filter.ts';

/** A number within the field's bounds, both inclusive. Numeric text is converted; "" and null unset. */
export const number: FieldType<number, number | null> = {
  name: 'number',
  storedAs: 'number',
  attributes: ['min_option', 'max_option'],
  declaration: z
    .looseObject({ min_option: z.number().optional(), max_option: z.number().optional() })
    .refine(({ min_option: min = -Infinity, max_option: max = Infinity }) => min <= max, {
      error: 'must not be above max_option',
      path: ['min_option'],
    }),

  write: {
    ...singleValue.write,
    parse(input, field) {
      if (input === null || input === '') return { change: null };
      const { min_option: min = -Infinity, max_option: max = Infinity } = field.definition;
      const value = toNumber(input);
      if (value !== undefined && value >= min && value <= max) return { change: value };
      // Where there are bounds, text that is not a number gets the same message, which clients know.
      const isBounded = Number.isFinite(min) || Number.isFinite(max);
      return problem(
        isBounded
          ? msg`number value must be within min, max bounds: ${field.key}, received ${shown(input)}`
          : msg`number value must be a number: ${field.key}, received ${shown(input)}`,
      );
    },
  },

  read: {
    shape: (stored) => stored,
  },

  query: {
    ...singleValue.query,
    filter: (operand, field) => numberFilter(operand, field),
    sortKey: (stored) => stored,
    buckets: { show: (value: number) => ({ value: String(value), label: String(value) }) },
  },

  history: {
    ...singleValue.history,
    note: (row, field) =>
      row.metaValue === valueDeleted
        ? msg`${field.definition.name}:`
        : msg`${field.definition.name}: ${row.metaValue}`,
  },

  exchange: singleValue.exchange,
};

const operators: Readonly<Record<string, string>> = {
  '<': '$lt',
  '>': '$gt',
  '<=': '$lte',
  '>=': '$gte',
  '=': '$eq',
};

/**
 * Filters by a number, `{operator, number}` or an array of one number (docs/reference/list-query.md#filters). The default operator is `=`; an empty
 * operand, but not 0, matches unset fields.
 */
function numberFilter(operand: unknown, field: DeclaredField): ParsedFilter {
  const { operator = '=', number: given } = asComparison(operand) ?? { number: operand };
  if (isBlank(given)) return { filter: unsetFilter };
  const comparison =
    typeof operator === 'string' && Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  if (!comparison)
    return { problem: msg`the operator of ${field.key} must be one of < > <= >= =: ${shown(operator)}` };
  const number = toNumber(given);
  if (number === undefined)
    return { problem: msg`${field.key} must be compared with a number, received ${shown(given)}` };
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
  if (!isObject(operand)) return { number: operand };
  const { operator, number, ...others } = operand;
  if (Object.keys(others).length > 0) return undefined;
  return { number, ...(isBlank(operator) ? {} : { operator }) };
}

// Each digit can match in only one way: a pattern that backtracks takes minutes for a long text that is not a number.
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** A finite number, or a text as its number; undefined for anything else. */
function toNumber(input: unknown): number | undefined {
  const value = typeof input === 'string' && decimal.test(input.trim()) ? Number(input) : input;
  // + 0 turns -0 into 0: JSON does not distinguish them, comparisons do.
  return typeof value === 'number' && Number.isFinite(value) ? value + 0 : undefined;
}
