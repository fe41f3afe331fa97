import { msg, asMessage } from '@svc/contracts';
import { valueDeleted } from '../../model/activity-row.ts';
import { type Field, type FieldType, type Parsed, problem, shown } from '../../model/field.ts';
import { maxLineLength, textOf, textProblem } from '../shared/plain-text.ts';
import { singleValue } from '../shared/single-value.ts';
import { sortText } from '../shared/sort-text.ts';
import { singleValueRow } from '../shared/value-rows.ts';
import { textFilter } from '../shared/text-filter.ts';
import { equalling } from '../shared/text-pattern.ts';

/** A written text: null unsets the field, "" stores an empty text. */
type TextChange = string | null;

/** One line of text. A number is converted to text; "" is read as "", null unsets. */
export const text: FieldType<string, TextChange> = {
  ...singleValue,
  name: 'text',
  storedAs: 'string',
  plainValues: (stored) => [stored],

  parse: (input, field) => parseText(input, field, maxLineLength),
  sameAs: (change, field, path) => (change ? [sameText(change, field, path)] : []),

  read: (stored) => stored,
  searchTexts: (stored) => (stored === '' ? [] : [stored]),
  filter: (operand, field) => textFilter(operand, field),
  contains: (pattern, path) => ({ [path]: pattern }),
  sortKey: (stored) => sortText(stored),
  offersValues: true,
  buckets: { show: (value: string) => ({ value, label: value }) },

  activity: (before, after, field) => [
    { ...singleValueRow(field, before, after), listed: after !== undefined && after !== '' },
  ],
  note: (row, field) =>
    row.metaValue === '' || row.metaValue === valueDeleted
      ? ''
      : msg`${field.definition.name} changed to ${row.metaValue}`,
};

// Long texts can be searched, but lists do not filter by them (docs/reference/list-query.md#filters), count by them or offer their values.
const { filter: _ofLines, buckets: _ofFew, offersValues: _ofShort, ...likeText } = text;

/** Text of several lines, as long as a record can be; like `text` in everything else. */
export const textarea: FieldType<string, TextChange> = {
  ...likeText,
  name: 'textarea',
  storedLike: 'text',
  parse: (input, field) => parseText(input, field, Infinity),
};

/** Parses a text of at most `longest` bytes. */
function parseText(input: unknown, field: Field, longest: number): Parsed<TextChange> {
  if (input === null) return { change: null };
  const value = textOf(input);
  const wrong = value === undefined ? asMessage('must be a string') : textProblem(value, longest);
  if (value !== undefined && wrong === undefined) return { change: value };
  return problem(msg`${field.type.name} value ${wrong ?? ''}: ${field.key}, received ${shown(input)}`);
}

/** Longer texts are compared with case, because the database limits the length of a pattern. */
const maxFoldedLength = 1_000;

/** The condition that finds records with the same text, ignoring case. Includes the sort key, which has an index for names. */
function sameText(text: string, field: Field, path: string): Record<string, unknown> {
  const condition = { [path]: text.length > maxFoldedLength ? text : equalling(text) };
  const key = sortText(text);
  return key === undefined ? condition : { [`sort.${field.key}`]: key, ...condition };
}
