import { msg, type Message } from '@svc/contracts';
import { valueDeleted } from '../../model/activity-row.ts';
import { receivedValues, writtenValues } from '../../model/received-values.ts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import type { NotedRow } from '../../model/field-type/history.ts';
import { problem, shown, type FieldProblem, type Parsed } from '../../model/field-type/problem.ts';
import type { Meta } from '../../model/field-type/exchange.ts';
import type { Condition } from '../../model/filter.ts';
import { isObject } from '../../model/is-object.ts';
import { listDelta } from './list-delta.ts';
import { optionFilter } from './membership-filter.ts';
import { optionLabel } from './options.ts';
import { maxLineLength, textOf, textProblem } from './plain-text.ts';
import { severalValueRows } from './value-rows.ts';

/** A write to a field with several values: entries to add, change and remove; `force` removes all others. */
export interface EntriesChange<Entry> {
  readonly force: boolean;
  readonly entries: readonly Entry[];
}

/** A write to a set of values: values to add and remove, or with `force` the whole new set. */
export type ValuesChange<Value = string> = EntriesChange<{ readonly value: Value; readonly delete: boolean }>;

/** Maximum number of values in one write of a field; each becomes a row of the history. */
export const maxValues = 1_000;

/** The refusal of a write with more than `maxValues` values. */
export function tooManyValues(field: DeclaredField): Message {
  return msg`at most ${maxValues} values in one request: ${field.key}`;
}

/** Flags come as booleans from JSON and as text from forms. */
export function isOn(flag: unknown): boolean {
  return flag === true || flag === 'true' || flag === 1 || flag === '1';
}

/** The `values` and `force_values` of a write; undefined when it is not of that shape. */
export function valuesOf(input: unknown): { values: readonly unknown[]; force: boolean } | undefined {
  const { values, force_values: force } = isObject(input) ? input : {};
  return Array.isArray(values) ? { values, force: isOn(force) } : undefined;
}

/** Parses a write of `{values, force_values?}` entry by entry; the first entry that is wrong refuses it. `missing` refuses another shape. */
export function parseEntries<Entry>(
  input: unknown,
  field: DeclaredField,
  options: {
    readonly code: NonNullable<FieldProblem['code']>;
    readonly missing?: Message;
    readonly parseEntry: (input: unknown, field: DeclaredField) => Parsed<Entry>;
  },
): Parsed<EntriesChange<Entry>> {
  const { code, missing = msg`missing values field on: ${field.key}`, parseEntry } = options;
  const write = valuesOf(input);
  if (!write) return problem(missing, code);
  if (write.values.length > maxValues) return problem(tooManyValues(field), code);
  return withEach({ force: write.force, entries: write.values }, (entry) => parseEntry(entry, field));
}

/** A change with each of its entries parsed, or the problem of the first that is wrong. */
export function withEach<Given, Entry>(
  { force, entries: given }: EntriesChange<Given>,
  parse: (entry: Given) => Parsed<Entry>,
): Parsed<EntriesChange<Entry>> {
  const entries: Entry[] = [];
  for (const entry of given) {
    const parsed = parse(entry);
    if ('problem' in parsed) return parsed;
    entries.push(parsed.change);
  }
  return { change: { force, entries } };
}

const code = 'update_multi_select_fields' satisfies FieldProblem['code'];

/** Parses `{values: [{value, delete?}], force_values?}` (docs/guides/writing-a-record.md#values-of-a-field). A form sends an empty text for nothing. */
export function parseValues(input: unknown, field: DeclaredField): Parsed<ValuesChange> {
  const parsed = parseEntries(input, field, { code, parseEntry: parseValue });
  if ('problem' in parsed) return parsed;
  const { force, entries } = parsed.change;
  return { change: { force, entries: entries.filter(({ value }) => value !== '') } };
}

/** The set after a write; values keep the order in which they came. */
export function applyValues<Value>(
  before: readonly Value[] | undefined,
  change: ValuesChange<Value>,
): Value[] | undefined {
  const values = new Set(change.force ? [] : before);
  for (const entry of change.entries) {
    if (entry.delete) values.delete(entry.value);
    else values.add(entry.value);
  }
  return values.size === 0 ? undefined : [...values];
}

/** The common part of types with a set of values. */
export const valueSet = {
  write: {
    apply: applyValues,
    /** Values to add that are absent, and values to remove. */
    keepExisting<Value>(before: readonly Value[] | undefined, change: ValuesChange<Value>) {
      const held = new Set(before);
      const entries = change.entries.filter((entry) => entry.delete || !held.has(entry.value));
      return entries.length === 0 ? undefined : { force: false, entries };
    },
    mergeFrom: <Value>(given: readonly Value[]): ValuesChange<Value> => ({
      force: false,
      entries: given.map((value) => ({ value, delete: false })),
    }),
    delta: <Value>(before: readonly Value[] | undefined, after: readonly Value[] | undefined) =>
      listDelta(before, after),
  },

  query: {
    sameAs: ({ entries }: ValuesChange<unknown>, _field: DeclaredField, path: string): readonly Condition[] =>
      entries.filter((entry) => !entry.delete).map(({ value }) => ({ [path]: value })),
  },
};

/** The common part of types with a set of texts; a text that is no declared option is its own label. */
export const severalTexts = {
  write: valueSet.write,

  query: {
    ...valueSet.query,
    filter: (operand: unknown, field: DeclaredField) => optionFilter(operand, field),
    filterTerms: (stored: readonly string[]) => stored,
    contains: (pattern: RegExp, path: string): Condition => ({ [path]: pattern }),
    buckets: {
      groups: 'values' as const,
      show: (value: string, field: DeclaredField) => ({ value, label: optionLabel(value, field) }),
    },
    offersValues: true,
  },

  history: {
    activity(
      before: readonly string[] | undefined,
      after: readonly string[] | undefined,
      field: DeclaredField,
    ) {
      const { added, removed } = listDelta(before, after);
      const text = (key: string) => ({ raw: key, label: optionLabel(key, field) });
      return severalValueRows(field, { added: added.map(text), removed: removed.map(text) });
    },
    note({ metaValue, oldValue }: NotedRow, field: DeclaredField): Message {
      const isRemoval = metaValue === valueDeleted;
      const label = optionLabel(isRemoval ? oldValue : metaValue, field);
      const { name } = field.definition;
      return isRemoval ? msg`${label} removed from ${name}` : msg`${label} added to ${name}`;
    },
  },

  exchange: {
    send: (stored: readonly string[], field: DeclaredField): Meta => ({ [field.key]: [...stored] }),
    receive: (meta: Meta, field: DeclaredField) =>
      writtenValues(receivedValues(meta[field.key]).map((value) => ({ value }))),
    plainValues: (stored: readonly string[]) => stored,
  },
};

function parseValue(input: unknown, field: DeclaredField): Parsed<ValuesChange['entries'][number]> {
  const entry = isObject(input) ? input : {};
  const value = textOf(entry['value']);
  if (value === undefined || (value !== '' && value.trim() === ''))
    return problem(msg`Something wrong on field: ${field.key}`, code);
  const wrong = textProblem(value, maxLineLength);
  return wrong
    ? problem(msg`${field.type.name} value ${wrong}: ${field.key}, received ${shown(value)}`, code)
    : { change: { value, delete: isOn(entry['delete']) } };
}
