import { problem, shown, type Field, type FieldType } from './field-type.ts';
import { keepSingle } from './keep-single.ts';
import { singleValueRow } from './value-rows.ts';
import { sameValue } from './same-value.ts';

const on = new Set<unknown>([true, 1, '1', 'true', 'yes']);
const off = new Set<unknown>([false, 0, '0', 'false', 'no', '']);

/** Yes or no; always readable, as the declared default while unset. null unsets. */
export const boolean: FieldType<boolean, boolean | null> = {
  name: 'boolean',

  parse(input, field) {
    if (input === null) return { change: null };
    if (on.has(input)) return { change: true };
    if (off.has(input)) return { change: false };
    return problem(`boolean value must be true or false: ${field.key}, received ${shown(input)}`);
  },
  // Who writes what is read of an unset field changes nothing.
  apply: (before, change, field) =>
    before === undefined && change === defaultOf(field) ? undefined : (change ?? undefined),
  keepExisting: (before, change) => keepSingle(before, change),
  sameAs: (change, _field, path) => sameValue(change, path),

  read: (stored, field) => stored ?? defaultOf(field),
  sortKey: (stored) => Number(stored),
  sortKeyWhenUnset: (field) => Number(defaultOf(field)),

  delta: (before, after) => ({ before: before ?? null, after: after ?? null }),
  activity: (before, after, field) => [singleValueRow(field, rowText(before), rowText(after), true)],
  note: (row, field) => `${field.definition.name}: ${row.metaValue === '1' ? 'Yes' : 'No'}`,
};

function defaultOf(field: Field): boolean {
  return field.definition.default === true;
}

function rowText(value: boolean | undefined) {
  return value === undefined ? undefined : { raw: value ? '1' : '', label: value ? 'yes' : 'no' };
}
