import { msg, asMessage, type Message } from '@svc/contracts';
import { valueDeleted } from '../../model/activity-row.ts';
import { dateFilter } from './date-filter.ts';
import { parseMoment } from '../shared/parse-moment.ts';
import { problem, shown, type Field, type FieldType, type Parsed } from '../../model/field.ts';
import { singleValueRow } from '../shared/value-rows.ts';
import { sameValue } from '../shared/same-value.ts';
import { singleTransfer } from '../../model/field-transfer.ts';

/** A day, stored as Unix seconds. "" and null unset. */
export const date: FieldType<number, number | null> = {
  name: 'date',

  parse: (input, field) => parseDate(input, field, 'yyyy-mm-dd'),
  apply: (_before, change) => change ?? undefined,
  // 0 is a stored date, not an empty value.
  keepExisting: (before, change) => (before === undefined ? change : undefined),
  sameAs: (change, _field, path) => sameValue(change, path),

  read: (stored, _field, { site }) => (stored === undefined ? undefined : site.dateShape(stored)),
  filter: (operand, field) => dateFilter(operand, field),
  sortKey: (stored) => stored,
  buckets: {
    show: (value: number, _field, { site }) => ({
      value: String(value),
      label: site.dateShape(value).formatted,
    }),
  },

  transfer: singleTransfer,

  delta: (before, after) => ({ before: before ?? null, after: after ?? null }),
  activity: (before, after, field) => [singleValueRow(field, rowText(before), rowText(after), true)],
  note: (row, field) =>
    row.metaValue === valueDeleted
      ? msg`${field.definition.name} removed`
      : msg`${field.definition.name}: {${row.metaValue}}`,
};

/** Parses a moment; a refusal names `form` as the expected format. */
export function parseDate(input: unknown, field: Field, form: Message): Parsed<number | null> {
  if (input === null || input === '') return { change: null };
  const seconds = parseMoment(input);
  if (seconds !== undefined) return { change: seconds };
  const { name } = field.type;
  return problem(
    msg`${name} value must be ${asMessage(form)} or a Unix timestamp: ${field.key}, received ${shown(input)}`,
  );
}

function rowText(seconds: number | undefined) {
  return seconds === undefined ? undefined : { raw: String(seconds), label: String(seconds) };
}
