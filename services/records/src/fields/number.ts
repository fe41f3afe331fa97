import { say } from '@svc/contracts';
import { valueDeleted } from '../activity/activity-row.ts';
import { problem, shown, type FieldType } from './field-type.ts';
import { keepSingle } from './keep-single.ts';
import { singleValueRow } from './value-rows.ts';
import { numberFilter } from './number-filter.ts';
import { sameValue } from './same-value.ts';
import { toNumber } from './to-number.ts';
import { singleTransfer } from './field-transfer.ts';

/** A number within the field's bounds, both inclusive. Numeric text is taken as its number; "" and null unset. */
export const number: FieldType<number, number | null> = {
  name: 'number',

  parse(input, field) {
    if (input === null || input === '') return { change: null };
    const { min_option: min = -Infinity, max_option: max = Infinity } = field.definition;
    const value = toNumber(input);
    if (value !== undefined && value >= min && value <= max) return { change: value };
    // What is no number is not within bounds either, and clients know these words of theirs.
    const isBounded = Number.isFinite(min) || Number.isFinite(max);
    return problem(
      isBounded
        ? say`number value must be within min, max bounds: ${field.key}, received ${shown(input)}`
        : say`number value must be a number: ${field.key}, received ${shown(input)}`,
    );
  },
  apply: (_before, change) => change ?? undefined,
  keepExisting: (before, change) => keepSingle(before, change),
  sameAs: (change, _field, path) => sameValue(change, path),

  read: (stored) => stored,
  filter: (operand, field) => numberFilter(operand, field),
  sortKey: (stored) => stored,
  buckets: { show: (value: number) => ({ value: String(value), label: String(value) }) },

  transfer: singleTransfer,

  delta: (before, after) => ({ before: before ?? null, after: after ?? null }),
  activity: (before, after, field) => [singleValueRow(field, rowText(before), rowText(after), true)],
  note: (row, field) =>
    row.metaValue === valueDeleted
      ? say`${field.definition.name}:`
      : say`${field.definition.name}: ${row.metaValue}`,
};

function rowText(value: number | undefined) {
  return value === undefined ? undefined : { raw: String(value), label: String(value) };
}
