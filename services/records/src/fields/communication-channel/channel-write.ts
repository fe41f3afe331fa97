import { msg, asMessage, type Message } from '@svc/contracts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import { problem, shown, type Parsed } from '../../model/field-type/problem.ts';
import { isObject } from '../../model/is-object.ts';
import { isBlank, maxLineLength, textOf, textProblem } from '../shared/plain-text.ts';
import { type EntriesChange, isOn, parseEntries } from '../shared/values-write.ts';

/** A write to a channel: entries to add, change and delete; `force` removes all others. */
export type ChannelChange = EntriesChange<EntryChange>;

/** The change of one entry. */
export interface EntryChange {
  readonly key: string | undefined;
  readonly value: string | undefined;
  readonly delete: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const code = 'update_post_contact_methods';
const keyForm = /^[\w-]{1,64}$/;
/** Names with a leading `_` are special to the database driver and to JavaScript. */
const attributeForm = /^[A-Za-z0-9][\w-]{0,63}$/;

/** Parses `[{value?, key?, delete?, verified?, …}]` or `{values: […], force_values?}` (docs/guides/writing-a-record.md#values-of-a-field). */
export function parseChannelWrite(input: unknown, field: DeclaredField): Parsed<ChannelChange> {
  const write = Array.isArray(input) ? { values: input as unknown[] } : input;
  return parseEntries(write, field, { code, missing: notAnArray(field), parseEntry });
}

function parseEntry(input: unknown, field: DeclaredField): Parsed<EntryChange> {
  if (!isObject(input)) return problem(notAnArray(field), code);
  const { key: writtenKey, value, label, delete: remove, geolocate: _geolocate, ...attributes } = input;
  // A form sends an empty key for an entry that has none yet.
  const key = isBlank(writtenKey) ? undefined : writtenKey;
  if (key !== undefined && !(typeof key === 'string' && keyForm.test(key)))
    return problem(notAnArray(field), code);
  if (isOn(remove)) {
    if (key === undefined) return problem(msg`missing key on: ${field.key}`, code);
    return { change: { key, value: undefined, delete: true, attributes: {} } };
  }
  // Some clients name the text of a new address `label`.
  const isText = key === undefined && (value ?? undefined) === undefined;
  const text = textOf(value ?? (isText ? label : undefined));
  const named = label === undefined || isText ? attributes : { ...attributes, label };
  const changesNothing = text === undefined && (key === undefined || Object.keys(named).length === 0);
  if (changesNothing) return problem(notAnArray(field), code);
  const wrong = textProblem(text ?? '', maxLineLength);
  if (wrong)
    return problem(msg`${field.type.name} value ${wrong}: ${field.key}, received ${shown(text)}`, code);
  const attribute = Object.entries(named).find(([name, content]) => !isAttribute(name, content));
  if (attribute) return wrongAttribute(field, attribute);
  return { change: { key, value: text, delete: false, attributes: normalised(named) } };
}

/** Attributes are single values: a client's object is never stored. */
function isAttribute(name: string, value: unknown): boolean {
  if (typeof value === 'string' && textProblem(value, maxLineLength)) return false;
  return attributeForm.test(name) && (value === null || typeof value !== 'object');
}

function wrongAttribute(field: DeclaredField, [name, value]: [string, unknown]) {
  const rule: Message =
    'the attributes of an entry must have plain names, and values that are a short string, a number, true or false';
  return problem(msg`${asMessage(rule)}: ${field.key}, received ${shown({ [name]: value })}`, code);
}

function normalised(attributes: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(attributes).map(([name, value]) => [
    name,
    name === 'verified' ? isOn(value) : typeof value === 'string' ? value.toWellFormed() : value,
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function notAnArray(field: DeclaredField): Message {
  return msg`Is not an array or missing value on: ${field.key}`;
}
