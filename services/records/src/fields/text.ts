import { problem, shown, type FieldType } from './field-type.ts';
import { sortText } from './sort-text.ts';
import { singleValueRow } from './value-rows.ts';

/** What a write to a text asks for: null unsets it, "" empties it. */
export type TextChange = string | null;

/** One line of text. A number is taken as its text; "" stays readable as "", null unsets. */
export const text: FieldType<string, TextChange> = {
  name: 'text',

  parse(input, field) {
    if (input === null) return { change: null };
    if (typeof input === 'number') return { change: String(input) };
    if (typeof input === 'string') return { change: input };
    return problem(`${field.type.name} value must be a string: ${field.key}, received ${shown(input)}`);
  },
  apply: (_before, change) => change ?? undefined,

  read: (stored) => stored,
  searchTexts: (stored) => (stored === '' ? [] : [stored]),
  sortKey: (stored) => sortText(stored),

  delta: (before, after) => ({ before: before ?? null, after: after ?? null }),
  activity: (before, after, field) => [
    singleValueRow(field, rowText(before), rowText(after), after !== undefined && after !== ''),
  ],
  note: (row, field) => (row.metaValue === '' ? '' : `${field.definition.name} changed to ${row.metaValue}`),
};

function rowText(value: string | undefined) {
  return value === undefined ? undefined : { raw: value, label: value };
}
