import { msg, type Message } from '@svc/contracts';
import { maxLineLength, textOf, textProblem } from './plain-text.ts';
import { problem, shown, type Field, type FieldProblem, type Parsed } from '../../model/field.ts';

/** A write to a set of values: values to add and remove, or with `force` the whole new set. */
export interface ValuesChange {
  readonly force: boolean;
  readonly entries: readonly ValueEntry[];
}

export interface ValueEntry {
  readonly value: string;
  readonly delete: boolean;
}

const code = 'update_multi_select_fields' satisfies FieldProblem['code'];

/** Parses `{values: [{value, delete?}], force_values?}` (docs/writing-a-record.md#what-a-field-takes). A form sends an empty text for nothing. */
export function parseValues(input: unknown, field: Field): Parsed<ValuesChange> {
  const write = valuesOf(input);
  if (!write) return problem(msg`missing values field on: ${field.key}`, code);
  if (write.values.length > maxValues) return problem(tooManyValues(field), code);
  const entries: ValueEntry[] = [];
  for (const entry of write.values) {
    const value = valueOf(entry);
    if (value === '') continue;
    if (value === undefined) return problem(msg`Something wrong on field: ${field.key}`, code);
    const wrong = textProblem(value, maxLineLength);
    if (wrong)
      return problem(msg`${field.type.name} value ${wrong}: ${field.key}, received ${shown(value)}`, code);
    entries.push({ value, delete: isOn((entry as { delete?: unknown }).delete) });
  }
  return { change: { force: write.force, entries } };
}

/** The write that adds these values. */
export function addValues(values: readonly string[]): ValuesChange {
  return { force: false, entries: values.map((value) => ({ value, delete: false })) };
}

/** The set after a write; values keep the order in which they came. */
export function applyValues(
  before: readonly string[] | undefined,
  change: ValuesChange,
): string[] | undefined {
  const values = new Set(change.force ? [] : before);
  for (const entry of change.entries) {
    if (entry.delete) values.delete(entry.value);
    else values.add(entry.value);
  }
  return values.size === 0 ? undefined : [...values];
}

/** The rest of a write that must not overwrite: values to add that are absent, and values to remove. */
export function absentValues(
  before: readonly string[] | undefined,
  change: ValuesChange,
): ValuesChange | undefined {
  const held = new Set(before);
  const entries = change.entries.filter((entry) => entry.delete || !held.has(entry.value));
  return entries.length === 0 ? undefined : { force: false, entries };
}

/** The values added and removed between two sets. */
export function setDelta(
  before: readonly string[] = [],
  after: readonly string[] = [],
): { added: string[]; removed: string[] } {
  const former = new Set(before);
  const current = new Set(after);
  return {
    added: after.filter((value) => !former.has(value)),
    removed: before.filter((value) => !current.has(value)),
  };
}

/** The `values` and `force_values` of a write; undefined when it is not of that shape. */
export function valuesOf(input: unknown): { values: readonly unknown[]; force: boolean } | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const { values, force_values: force } = input as { values?: unknown; force_values?: unknown };
  return Array.isArray(values) ? { values, force: isOn(force) } : undefined;
}

/** Maximum number of values in one write of a field; each becomes a row of the history. */
export const maxValues = 1_000;

/** The refusal of a write with more than `maxValues` values. */
export function tooManyValues(field: Field): Message {
  return msg`at most ${maxValues} values in one request: ${field.key}`;
}

/** Flags come as booleans from JSON and as text from forms. */
export function isOn(flag: unknown): boolean {
  return flag === true || flag === 'true' || flag === 1 || flag === '1';
}

function valueOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const text = textOf((entry as { value?: unknown }).value);
  return text !== '' && text?.trim() === '' ? undefined : text;
}
