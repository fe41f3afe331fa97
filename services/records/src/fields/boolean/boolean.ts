import { z } from 'zod';
import { msg, asMessage } from '@svc/contracts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import type { FieldType } from '../../model/field-type/field-type.ts';
import { problem, shown } from '../../model/field-type/problem.ts';
import { singleValue } from '../shared/single-value.ts';
import { singleValueRow } from '../shared/value-rows.ts';
import { operandsOf } from '../shared/filter-operands.ts';
import type { Condition, ParsedFilter } from '../../model/filter.ts';
import { unsetFilter } from '../shared/membership-filter.ts';

/** True or false; an unset field is read as the declared default. null unsets. */
export const boolean: FieldType<boolean, boolean | null> = {
  name: 'boolean',
  storedAs: 'bool',
  declaration: z.looseObject({
    default: z.union([z.boolean(), z.literal('')], { error: 'must be true or false' }).optional(),
  }),

  write: {
    ...singleValue.write,
    parse(input, field) {
      if (input === null) return { change: null };
      const change = toTruth(input);
      if (change !== undefined) return { change };
      return problem(msg`boolean value must be true or false: ${field.key}, received ${shown(input)}`);
    },
    // A request that sends the default to an unset field changes nothing; a rule that sets it stores it, with a history row.
    apply: (before, change, field, isAdded = false) =>
      before === undefined && change === defaultOf(field) && !isAdded ? undefined : (change ?? undefined),
  },

  read: {
    shape: (stored, field) => stored ?? defaultOf(field),
  },

  query: {
    ...singleValue.query,
    filter: (operand, field) => booleanFilter(operand, field),
    filterTerms: (stored) => (stored ? [stored] : []),
    sortKey: (stored) => Number(stored),
    sortKeyWhenUnset: (field) => Number(defaultOf(field)),
    buckets: {
      groups: 'values',
      unset: defaultOf,
      show: (value: boolean) => ({ value: value ? '1' : '0', label: value ? 'Yes' : 'No' }),
    },
  },

  history: {
    activity: (before, after, field) => [singleValueRow(field, rowText(before), rowText(after))],
    note: (row, field) => msg`${field.definition.name}: ${asMessage(row.metaValue === '1' ? 'Yes' : 'No')}`,
  },

  exchange: {
    ...singleValue.exchange,
    send: (stored, field) => ({ [field.key]: [stored ? '1' : '0'] }),
  },
};

function defaultOf(field: DeclaredField): boolean {
  return field.definition.default === true;
}

function rowText(value: boolean | undefined) {
  return value === undefined ? undefined : { raw: value ? '1' : '', label: value ? 'yes' : 'no' };
}

/**
 * Filters by true, false or both (docs/reference/list-query.md#filters). An unset field counts as its default; `[]` matches only unset fields.
 */
function booleanFilter(operand: unknown, field: DeclaredField): ParsedFilter {
  const given = operandsOf(operand, field);
  if ('problem' in given) return given;
  const { operands } = given;
  if (operands.length === 0) return { filter: unsetFilter };
  const truths = operands.map((each) => (each === '' ? undefined : toTruth(each)));
  const wrong = truths.indexOf(undefined);
  if (wrong >= 0)
    return {
      problem: msg`${field.key} must be filtered by 1 (true) or 0 (false), received ${shown(operands[wrong])}`,
    };
  const isYes = truths.includes(true);
  const isNo = truths.includes(false);
  const matchesUnset = field.definition.default === true ? isYes : isNo;
  const values = [...(isYes ? [true] : []), ...(isNo ? [false] : []), ...(matchesUnset ? [null] : [])];
  return {
    filter: {
      matchesUnset,
      resolve({ path, term }) {
        const condition: Condition = { [path]: { $in: values } };
        return isNo || matchesUnset || !term
          ? { condition }
          : {
              condition,
              candidates: { filterTerms: [term(true)] },
              test: { kind: 'terms', terms: [term(true)] },
            };
      },
    },
  };
}

const on = new Set<unknown>([true, 1, '1', 'true', 'yes']);
const off = new Set<unknown>([false, 0, '0', 'false', 'no', '']);

/** The boolean for each accepted form; undefined for anything else. */
function toTruth(input: unknown): boolean | undefined {
  if (on.has(input)) return true;
  return off.has(input) ? false : undefined;
}
