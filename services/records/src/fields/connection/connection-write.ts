import { msg } from '@svc/contracts';
import type { ConnectionItem } from '../../model/connection-item.ts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import { problem, shown, type Parsed } from '../../model/field-type/problem.ts';
import { isObject } from '../../model/is-object.ts';
import { maxLineLength, textProblem } from '../shared/plain-text.ts';
import { type EntriesChange, isOn, parseEntries } from '../shared/values-write.ts';

/** A write to a connection: records to connect and disconnect, or with `force` the whole new list. */
export type ConnectionChange = EntriesChange<ConnectionEntry>;

export interface ConnectionEntry {
  readonly target: ConnectionTarget;
  readonly delete: boolean;
  /** The meta to set on the connection; an empty text removes the key. */
  readonly meta: Readonly<Record<string, string>>;
  /** A rule has added the entry to the request. */
  readonly isAdded?: boolean;
  /** The caller may not pick the record: the entry is refused unless the record is connected already. */
  readonly isAgain?: boolean;
}

/** The record that an entry names: by id; by e-mail or title until it is looked up. */
export type ConnectionTarget =
  { readonly id: number } | { readonly email: string } | { readonly title: string };

const code = 'update_connections';
/** Names with a leading `_` are special to the database driver and to JavaScript. */
const metaKey = /^[A-Za-z0-9][\w-]{0,63}$/;
const maxMeta = 20;

/** Parses `{values: [{value, delete?, meta?}], force_values?}` (docs/guides/writing-a-record.md#values-of-a-field). */
export function parseConnectionWrite(input: unknown, field: DeclaredField): Parsed<ConnectionChange> {
  const missing = msg`Missing values field on connection: ${field.key}`;
  return parseEntries(input, field, { code, missing, parseEntry });
}

function parseEntry(input: unknown, field: DeclaredField): Parsed<ConnectionEntry> {
  const { value, delete: remove, meta = {} } = isObject(input) ? input : {};
  const target = targetOf(value);
  if (!target) return noTarget(input, field);
  const parsed = parseMeta(meta, field);
  if ('problem' in parsed) return parsed;
  return { change: { target, delete: isOn(remove), meta: parsed.change } };
}

/** Marks the entries that rules have added to the requested change. */
export function markAdded(
  change: ConnectionChange,
  requested: ConnectionChange | undefined,
): ConnectionChange {
  const named = new Set(requested?.entries.map(nameOf));
  const entries = change.entries.map((entry) =>
    named.has(nameOf(entry)) ? entry : { ...entry, isAdded: true },
  );
  return { ...change, entries };
}

function nameOf({ target }: ConnectionEntry): string {
  return Object.entries(target).flat().join(' ');
}

/** The refusal of an entry that names no record. */
export function noTarget(input: unknown, field: DeclaredField) {
  return problem(msg`Missing 'value' key on : ${field.key}, received ${shown(input)}`, code);
}

function targetOf(value: unknown): ConnectionTarget | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? { id: value } : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (text === '' || textProblem(text, maxLineLength)) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text) > 0 ? { id: Number(text) } : undefined;
  return text.includes('@') && !text.includes(' ') ? { email: text } : { title: text };
}

function parseMeta(meta: unknown, field: DeclaredField): Parsed<Record<string, string>> {
  const entries = Object.entries(isObject(meta) ? meta : {});
  if (!isObject(meta) || entries.length > maxMeta || !entries.every(isMeta)) {
    const rule = msg`meta of a connection is at most ${maxMeta} short texts under plain names`;
    return problem(msg`${rule}: ${field.key}, received ${shown(meta)}`, code);
  }
  return { change: Object.fromEntries(entries.map(([key, text]) => [key, String(text ?? '')])) };
}

function isMeta(entry: [string, unknown]): entry is [string, string | number | boolean | null] {
  const [key, value] = entry;
  if (!metaKey.test(key) || key in Object.prototype) return false;
  if (typeof value === 'string') return !textProblem(value, maxLineLength);
  return value === null || typeof value === 'number' || typeof value === 'boolean';
}

/** The connections after a write; existing ones keep their place, and the meta that the write does not mention. */
export function applyConnections(
  before: readonly ConnectionItem[],
  change: ConnectionChange,
): readonly ConnectionItem[] {
  const former = new Map(before.map((item) => [item.id, item]));
  const named = new Set(change.entries.map(({ target }) => idOf(target)));
  const items = new Map(
    before.filter(({ id }) => !change.force || named.has(id)).map((item) => [item.id, item]),
  );
  for (const { target, delete: remove, meta } of change.entries) {
    const id = idOf(target);
    if (remove) items.delete(id);
    else items.set(id, withMeta(items.get(id) ?? former.get(id) ?? { id }, meta));
  }
  return [...items.values()];
}

/** The id of a target that was looked up. */
export function idOf(target: ConnectionTarget): number {
  if ('id' in target) return target.id;
  throw new Error('a record named by text must be resolved before it is used');
}

function withMeta(item: ConnectionItem, change: Readonly<Record<string, string>>): ConnectionItem {
  const merged = Object.entries({ ...item.meta, ...change }).filter(([, text]) => text !== '');
  return merged.length === 0 ? { id: item.id } : { id: item.id, meta: Object.fromEntries(merged) };
}
