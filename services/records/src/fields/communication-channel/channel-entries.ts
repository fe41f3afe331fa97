import { randomBytes } from 'node:crypto';
import { EntryIndex } from '../shared/entry-index.ts';
import { oneForm } from '../shared/one-form.ts';
import type { ChannelChange, EntryChange } from './channel-write.ts';

/** A stored entry, with any further attributes that the client sent. */
export interface ChannelEntry {
  readonly key: string;
  readonly value: string;
  readonly verified: boolean;
  readonly [attribute: string]: unknown;
}

type Entries = readonly ChannelEntry[];

/** The entries of a channel after a write, in the order in which they were added. New ones get keys that start with `prefix`. */
export function applyToEntries(before: Entries, change: ChannelChange, prefix: string): ChannelEntry[] {
  const entries = new EntryIndex(before, { idOf: ({ key }) => key, contentOf: ({ value }) => value });
  for (const entry of change.entries) applyEntry(entries, entry, prefix);
  if (!change.force) return entries.all();
  const keys = new Set(change.entries.map((listed) => listed.key));
  const values = new Set(change.entries.map((listed) => listed.value));
  return entries.all().filter((entry) => keys.has(entry.key) || values.has(entry.value));
}

/** The rest of a write that must not overwrite: entries to add whose value is absent, and entries to remove. */
export function absentEntries(before: Entries, change: ChannelChange): ChannelChange | undefined {
  const keys = new Set(before.map(({ key }) => key));
  const values = new Set(before.map(({ value }) => value));
  const isHeld = ({ key, value }: EntryChange) =>
    (key !== undefined && keys.has(key)) || (value !== undefined && values.has(value));
  const entries = change.entries.filter((entry) => entry.delete || !isHeld(entry));
  return entries.length === 0 ? undefined : { force: false, entries };
}

/** The write that adds entries with new values, compared in their normal form. */
export function otherEntries(given: Entries, held: Entries): ChannelChange {
  const keys = new Set(held.map(({ key }) => key));
  const forms = new Set(held.map(({ value }) => oneForm(value)));
  const entries = given
    .filter(({ value }) => !forms.has(oneForm(value)))
    .map(({ key, value, ...attributes }) => ({
      value,
      attributes,
      delete: false,
      key: keys.has(key) ? undefined : key,
    }));
  return { force: false, entries };
}

function applyEntry(entries: EntryIndex<ChannelEntry>, change: EntryChange, prefix: string): void {
  const known = change.key === undefined ? undefined : entries.get(change.key);
  if (known) {
    if (change.delete || change.value === '') entries.remove(known.key);
    else entries.put({ ...known, ...change.attributes, value: change.value ?? known.value });
    return;
  }
  const { value } = change;
  if (change.delete || value === undefined || value === '') return;
  if (change.key === undefined && entries.withContent(value)) return;
  const key = change.key ?? newKey(entries, prefix);
  entries.put({ verified: false, ...change.attributes, key, value });
}

/** The prefix and three hexadecimal digits; more digits where most keys of three are taken. */
function newKey(entries: EntryIndex<ChannelEntry>, prefix: string): string {
  for (let digits = entries.size < 1_000 ? 3 : 8; ; digits += 1) {
    const key = `${prefix}_${randomBytes(digits).toString('hex').slice(0, digits)}`;
    if (!entries.get(key)) return key;
  }
}
