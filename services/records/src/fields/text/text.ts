import { msg, asMessage } from '@svc/contracts';
import { valueDeleted } from '../../model/activity-row.ts';
import { type Field, type FieldType, type Parsed, problem, shown } from '../../model/field.ts';
import { keepSingle } from '../shared/keep-single.ts';
import { maxLineLength, textOf, textProblem } from '../shared/plain-text.ts';
import { sortText } from '../shared/sort-text.ts';
import { singleValueRow } from '../shared/value-rows.ts';
import { textBuckets } from '../shared/text-buckets.ts';
import { textFilter } from '../shared/text-filter.ts';
import { singleTransfer } from '../../model/field-transfer.ts';

/** A written text: null unsets the field, "" stores an empty text. */
export type TextChange = string | null;

/** One line of text. A number is converted to text; "" is read as "", null unsets. */
export const text: FieldType<string, TextChange> = {
  name: 'text',

  parse: (input, field) => parseText(input, field, maxLineLength),
  apply: (_before, change) => change ?? undefined,
  keepExisting: (before, change) => keepSingle(before, change),
  sameAs: (change, field, path) => (change ? [sameText(change, field, path)] : []),

  read: (stored) => stored,
  searchTexts: (stored) => (stored === '' ? [] : [stored]),
  filter: (operand, field) => textFilter(operand, field),
  contains: (pattern, path) => ({ [path]: pattern }),
  sortKey: (stored) => sortText(stored),
  offersValues: true,
  buckets: textBuckets,

  transfer: singleTransfer,

  delta: (before, after) => ({ before: before ?? null, after: after ?? null }),
  activity: (before, after, field) => [
    singleValueRow(field, rowText(before), rowText(after), after !== undefined && after !== ''),
  ],
  note: (row, field) =>
    row.metaValue === '' || row.metaValue === valueDeleted
      ? ''
      : msg`${field.definition.name} changed to ${row.metaValue}`,
};

/** Parses a text of at most `longest` bytes. */
export function parseText(input: unknown, field: Field, longest: number): Parsed<TextChange> {
  if (input === null) return { change: null };
  const value = textOf(input);
  const wrong = value === undefined ? asMessage('must be a string') : textProblem(value, longest);
  if (value !== undefined && wrong === undefined) return { change: value };
  return problem(msg`${field.type.name} value ${wrong ?? ''}: ${field.key}, received ${shown(input)}`);
}

function rowText(value: string | undefined) {
  return value === undefined ? undefined : { raw: value, label: value };
}

/** Longer texts are compared with case, because the database limits the length of a pattern. */
const maxFoldedLength = 1_000;

const special = /[\\^$.*+?()[\]{}|/-]/g;

/** The condition that finds records with the same text, ignoring case. Includes the sort key, which has an index for names. */
function sameText(text: string, field: Field, path: string): Record<string, unknown> {
  const escaped = text.replaceAll(special, String.raw`\$&`);
  const isLong = text.length > maxFoldedLength;
  const condition = { [path]: isLong ? text : { $regex: `^${escaped}\\z`, $options: 'i' } };
  const key = sortText(text);
  return key === undefined ? condition : { [`sort.${field.key}`]: key, ...condition };
}
