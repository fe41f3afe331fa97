import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ActivityDraft } from '../activity/activity-row.ts';
import { problem, type Field, type FieldType, type Parsed } from './field-type.ts';
import { sortText } from './sort-text.ts';
import { singleValueRow } from './value-rows.ts';
import { isOn, valuesOf } from './values-write.ts';

/** A stored entry: its key, its value, whether it was verified, and whatever else the client sent with it. */
export interface ChannelEntry {
  readonly key: string;
  readonly value: string;
  readonly verified: boolean;
  readonly [attribute: string]: unknown;
}

/** What a write asks for one entry. */
interface EntryChange {
  readonly key: string | undefined;
  readonly value: string | undefined;
  readonly delete: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A write to a channel: entries to add, change and delete; `force` removes all that are not among them. */
export interface ChannelChange {
  readonly force: boolean;
  readonly entries: readonly EntryChange[];
}

const code = 'update_post_contact_methods';
const keyForm = /^[\w-]{1,64}$/;

/** Phone numbers, e-mail addresses and the like: several values, each under a key of its own. */
export const communicationChannel: FieldType<readonly ChannelEntry[], ChannelChange> = {
  name: 'communication_channel',
  settingsList: 'channels',

  parse(input, field) {
    const write = Array.isArray(input) ? { values: input as unknown[], force: false } : valuesOf(input);
    if (!write) return notAnArray(field);
    const entries: EntryChange[] = [];
    for (const value of write.values) {
      const parsed = parseEntry(value, field);
      if ('problem' in parsed) return parsed;
      entries.push(parsed.change);
    }
    return { change: { force: write.force, entries } };
  },
  apply(before, change, field) {
    const entries = change.entries.reduce(
      (current, entry) => applyEntry(current, entry, field),
      [...(before ?? [])],
    );
    const kept = change.force ? entries.filter((entry) => isListed(entry, change)) : entries;
    return kept.length === 0 ? undefined : kept;
  },

  read: (stored) => stored?.map(({ key, value, verified, ...rest }) => ({ ...rest, verified, value, key })),
  searchTexts: (stored) => stored.map((entry) => entry.value),
  sortKey: (stored) => firstValue(stored),

  delta: (before, after) => entryDelta(before, after),
  activity: (before = [], after = [], field) => [
    ...before
      .filter((entry) => !find(after, entry.key))
      .flatMap((entry) => entryRows(field, entry, undefined)),
    ...after.flatMap((entry) => entryRows(field, find(before, entry.key), entry)),
  ],
  note(row, field) {
    const { name } = field.definition;
    if (row.metaValue === 'value_deleted') return `Deleted ${name}: ${row.oldValue}`;
    return row.oldValue === ''
      ? `Added ${name}: ${row.metaValue}`
      : `Updated ${name} from ${row.oldValue} to ${row.metaValue}`;
  },
};

function notAnArray(field: Field) {
  return problem(`Is not an array or missing value on: ${field.key}`, code);
}

function parseEntry(input: unknown, field: Field): Parsed<EntryChange> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return notAnArray(field);
  const {
    key,
    value,
    label,
    delete: remove,
    geolocate: _geolocate,
    ...attributes
  } = input as Record<string, unknown>;
  if (key !== undefined && !(typeof key === 'string' && keyForm.test(key))) return notAnArray(field);
  if (isOn(remove)) {
    if (key === undefined) return problem(`missing key on: ${field.key}`, code);
    return { change: { key, value: undefined, delete: true, attributes: {} } };
  }
  // Some clients name the text of an address `label`.
  const text = textOf(value ?? (key === undefined ? label : undefined));
  const named = label === undefined || value === undefined ? attributes : { ...attributes, label };
  const changesNothing = text === undefined && (key === undefined || Object.keys(named).length === 0);
  if (changesNothing || !isFlat(named)) return notAnArray(field);
  return { change: { key, value: text, delete: false, attributes: normalised(named) } };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined;
}

/** Attributes are single values: a client's object is never stored. */
function isFlat(attributes: Record<string, unknown>): boolean {
  return Object.entries(attributes).every(
    ([name, value]) => keyForm.test(name) && (value === null || typeof value !== 'object'),
  );
}

function normalised(attributes: Record<string, unknown>): Record<string, unknown> {
  return 'verified' in attributes ? { ...attributes, verified: isOn(attributes['verified']) } : attributes;
}

function applyEntry(entries: readonly ChannelEntry[], change: EntryChange, field: Field): ChannelEntry[] {
  const known = change.key === undefined ? undefined : find(entries, change.key);
  if (change.delete || (known && change.value === '')) return entries.filter((entry) => entry !== known);
  if (known) {
    const value = change.value ?? known.value;
    return entries.map((entry) => (entry === known ? { ...known, ...change.attributes, value } : entry));
  }
  const isNew = change.value !== undefined && change.value !== '' && !isThere(entries, change);
  if (!isNew) return [...entries];
  const key = change.key ?? newKey(entries, field);
  return [...entries, { verified: false, ...change.attributes, key, value: change.value ?? '' }];
}

/** A value without a key that is there already is not added again. */
function isThere(entries: readonly ChannelEntry[], change: EntryChange): boolean {
  return change.key === undefined && entries.some((entry) => entry.value === change.value);
}

function isListed(entry: ChannelEntry, change: ChannelChange): boolean {
  return change.entries.some((listed) => listed.key === entry.key || listed.value === entry.value);
}

function newKey(entries: readonly ChannelEntry[], field: Field): string {
  for (let bytes = 2; ; bytes += 1) {
    const key = `${field.key}_${randomBytes(bytes).toString('hex').slice(1)}`;
    if (!find(entries, key)) return key;
  }
}

function find(entries: readonly ChannelEntry[], key: string): ChannelEntry | undefined {
  return entries.find((entry) => entry.key === key);
}

function firstValue(entries: readonly ChannelEntry[]): string | number | undefined {
  const value = entries[0]?.value.trim() ?? '';
  return /^\d{1,15}$/.test(value) ? Number(value) : sortText(value);
}

function entryDelta(before: readonly ChannelEntry[] = [], after: readonly ChannelEntry[] = []) {
  const isIn = (entries: readonly ChannelEntry[]) => (entry: ChannelEntry) =>
    entries.some((other) => isDeepStrictEqual(other, entry));
  return {
    added: after.filter((entry) => !isIn(before)(entry)),
    removed: before.filter((entry) => !isIn(after)(entry)),
  };
}

/** A row for the value, and one for its details (the verified flag) that lists leave out. */
function entryRows(
  field: Field,
  before: ChannelEntry | undefined,
  after: ChannelEntry | undefined,
): ActivityDraft[] {
  const key = (after ?? before)?.key ?? '';
  const text = (entry: ChannelEntry | undefined) => entry && { raw: entry.value, label: entry.value };
  const rows: ActivityDraft[] = [];
  if (before?.value !== after?.value) {
    rows.push({ ...singleValueRow(field, text(before), text(after), true), metaKey: key, valueKey: key });
  }
  if (after && before?.verified !== after.verified) rows.push(detailsRow(field, before, after));
  return rows;
}

function detailsRow(field: Field, before: ChannelEntry | undefined, after: ChannelEntry): ActivityDraft {
  const details = (entry: ChannelEntry | undefined) =>
    entry ? JSON.stringify({ verified: entry.verified }) : '';
  return {
    action: 'field_update',
    objectSubtype: field.key,
    metaKey: `${after.key}_details`,
    metaValue: details(after),
    oldValue: details(before),
    fieldType: 'details',
    objectNote: `${field.key} "${after.value}" ${after.verified ? 'verified' : 'not verified'}`,
    valueKey: `${after.key}_details`,
    listed: false,
  };
}
