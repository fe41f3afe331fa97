import { expect } from '@jest/globals';
import type { RecordsHarness } from './records-harness.ts';

interface Delta {
  readonly added?: readonly unknown[];
  readonly removed?: readonly unknown[];
  readonly before?: unknown;
  readonly after?: unknown;
}

interface Change {
  readonly record: { readonly version: number };
  readonly changed: Readonly<Record<string, Delta>>;
}

/** Stand beside the fields in a record, and are set before anything is written. */
const beside = ['name', 'post_date'];

/**
 * One event for each version of a record, without a gap; what they say changed adds up to what is stored, and nothing of
 * it is private.
 */
export async function expectGaplessHistory(
  harness: RecordsHarness,
  id: number,
  versions: number,
): Promise<void> {
  const events = (await harness.eventsOf(id, versions)).map(({ data }) => data as unknown as Change);
  events.sort((one, other) => one.record.version - other.record.version);
  expect(events.map(({ record }) => record.version)).toEqual(events.map((_event, index) => index + 1));
  const replayed = new Map<string, unknown>();
  for (const { changed } of events)
    for (const [key, delta] of Object.entries(changed))
      if (!beside.includes(key)) replayed.set(key, after(replayed.get(key), delta));
  const { fields } = await harness.stored(id);
  for (const [key, value] of replayed) {
    expect(key).not.toMatch(/^my_|^some_tasks|^some_reminders/);
    expect(inOrder(value)).toEqual(inOrder(fromHistory(key, fields[key])));
  }
  const silent = Object.keys(fields).filter((key) => !replayed.has(key));
  expect(silent).toEqual([]);
}

function after(value: unknown, { added, removed, ...single }: Delta): unknown {
  if (!added || !removed) {
    expect(single.before ?? undefined).toEqual(value);
    return single.after ?? undefined;
  }
  const texts = ((value ?? []) as unknown[]).map((entry) => JSON.stringify(entry));
  const gone = removed.map((entry) => JSON.stringify(entry));
  expect(texts).toEqual(expect.arrayContaining(gone));
  const left = texts.filter((entry) => !gone.includes(entry));
  const all = [...left, ...added.map((entry) => JSON.stringify(entry))].map(
    (text) => JSON.parse(text) as unknown,
  );
  return all.length === 0 ? undefined : all;
}

/** Events tell arrays as clients read them; they are stored as their text. */
function fromHistory(key: string, stored: unknown): unknown {
  return key.endsWith('_array') && typeof stored === 'string' ? JSON.parse(stored) : stored;
}

/** Of lists it is only told what came and went. */
function inOrder(value: unknown): unknown {
  return Array.isArray(value) ? value.map((entry) => JSON.stringify(entry)).sort() : value;
}
