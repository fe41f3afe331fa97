import { msg, asMessage } from '@svc/contracts';
import { valueDeleted } from '../../model/activity-row.ts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import type { FieldType } from '../../model/field-type/field-type.ts';
import type { QueryGroup } from '../../model/field-type/query.ts';
import { type Parsed, problem, shown } from '../../model/field-type/problem.ts';
import { maxLineLength, textOf, textProblem } from '../shared/plain-text.ts';
import { singleValue } from '../shared/single-value.ts';
import { sortText } from '../shared/sort-text.ts';
import { singleValueRow } from '../shared/value-rows.ts';
import { textFilter } from '../shared/text-filter.ts';
import { equalling } from '../shared/text-pattern.ts';

/** A written text: null unsets the field, "" stores an empty text. */
type TextChange = string | null;

/** How records are found by texts of any length. */
const anyLength: QueryGroup<string, TextChange> = {
  contains: (pattern, path) => ({ [path]: pattern }),
  searchTexts: (stored) => (stored === '' ? [] : [stored]),
  sameAs: (change, field, path) => (change ? [sameText(change, field, path)] : []),
  sortKey: (stored) => sortText(stored),
};

/** One line of text. A number is converted to text; "" is read as "", null unsets. */
export const text: FieldType<string, TextChange> = {
  name: 'text',
  storedAs: 'string',

  write: {
    ...singleValue.write,
    parse: (input, field) => parseText(input, field, maxLineLength),
  },

  read: {
    shape: (stored) => stored,
  },

  query: {
    ...anyLength,
    filter: (operand, field) => textFilter(operand, field),
    buckets: { show: (value: string) => ({ value, label: value }) },
    offersValues: true,
  },

  history: {
    activity: (before, after, field) => [
      { ...singleValueRow(field, before, after), listed: after !== undefined && after !== '' },
    ],
    note: (row, field) =>
      row.metaValue === '' || row.metaValue === valueDeleted
        ? ''
        : msg`${field.definition.name} changed to ${row.metaValue}`,
  },

  exchange: singleValue.exchange,
};

/** Text of several lines, as long as a record can be; like `text` in everything else. */
export const textarea: FieldType<string, TextChange> = {
  ...text,
  name: 'textarea',
  storedLike: 'text',

  write: {
    ...text.write,
    parse: (input, field) => parseText(input, field, Infinity),
  },

  // Lists do not filter by long texts (docs/reference/list-query.md#filters), count by them or offer their values.
  query: anyLength,
};

/** Parses a text of at most `longest` bytes. */
function parseText(input: unknown, field: DeclaredField, longest: number): Parsed<TextChange> {
  if (input === null) return { change: null };
  const value = textOf(input);
  const wrong = value === undefined ? asMessage('must be a string') : textProblem(value, longest);
  if (value !== undefined && wrong === undefined) return { change: value };
  return problem(msg`${field.type.name} value ${wrong ?? ''}: ${field.key}, received ${shown(input)}`);
}

/** Longer texts are compared with case, because the database limits the length of a pattern. */
const maxFoldedLength = 1_000;

/** The condition that finds records with the same text, ignoring case. Includes the sort key, which has an index for names. */
function sameText(text: string, field: DeclaredField, path: string): Record<string, unknown> {
  const condition = { [path]: text.length > maxFoldedLength ? text : equalling(text) };
  const key = sortText(text);
  return key === undefined ? condition : { [`sort.${field.key}`]: key, ...condition };
}
