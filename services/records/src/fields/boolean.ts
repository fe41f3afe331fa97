import { say, saying } from '@svc/contracts';
import { booleanFilter } from './boolean-filter.ts';
import { problem, shown, type Field, type FieldType } from './field-type.ts';
import { keepSingle } from './keep-single.ts';
import { singleValueRow } from './value-rows.ts';
import { sameValue } from './same-value.ts';
import { toTruth } from './to-truth.ts';
import { singleTransfer } from './field-transfer.ts';

/** Yes or no; always readable, as the declared default while unset. null unsets. */
export const boolean: FieldType<boolean, boolean | null> = {
  name: 'boolean',

  parse(input, field) {
    if (input === null) return { change: null };
    const change = toTruth(input);
    if (change !== undefined) return { change };
    return problem(say`boolean value must be true or false: ${field.key}, received ${shown(input)}`);
  },
  // A request with what is read of an unset field anyway changes nothing; a rule decides it, and the history says so.
  apply: (before, change, field, isAdded = false) =>
    before === undefined && change === defaultOf(field) && !isAdded ? undefined : (change ?? undefined),
  keepExisting: (before, change) => keepSingle(before, change),
  sameAs: (change, _field, path) => sameValue(change, path),

  read: (stored, field) => stored ?? defaultOf(field),
  filter: (operand, field) => booleanFilter(operand, field),
  words: (stored) => (stored ? [stored] : []),
  sortKey: (stored) => Number(stored),
  sortKeyWhenUnset: (field) => Number(defaultOf(field)),
  buckets: { show: (value: boolean) => ({ value: value ? '1' : '0', label: value ? 'Yes' : 'No' }) },

  transfer: {
    ...singleTransfer,
    send: (stored, field) => ({ [field.key]: [stored ? '1' : '0'] }),
  },

  delta: (before, after) => ({ before: before ?? null, after: after ?? null }),
  activity: (before, after, field) => [singleValueRow(field, rowText(before), rowText(after), true)],
  note: (row, field) => say`${field.definition.name}: ${saying(row.metaValue === '1' ? 'Yes' : 'No')}`,
};

function defaultOf(field: Field): boolean {
  return field.definition.default === true;
}

function rowText(value: boolean | undefined) {
  return value === undefined ? undefined : { raw: value ? '1' : '', label: value ? 'yes' : 'no' };
}
