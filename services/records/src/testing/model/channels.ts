import fc from 'fast-check';
import { madeUp, type ModelPlans } from './model-write.ts';

interface Entry {
  readonly key: string;
  readonly value: string;
  readonly verified: boolean;
  readonly kind?: string;
}

interface Written extends Partial<Entry> {
  readonly delete?: boolean;
}

/** A place names the entry that is there. */
const entry = fc.record(
  {
    key: fc.constantFrom('k1', 'k2'),
    place: fc.nat(2),
    value: fc.constantFrom('1', '2', '3', ''),
    verified: fc.boolean(),
    kind: fc.constantFrom('home', 'work'),
    delete: fc.boolean(),
  },
  { requiredKeys: [] },
);

/** Writes of channels, as a list and as a set, to entries that are there and to new ones. */
export const channels: ModelPlans = fc
  .tuple(fc.array(entry, { maxLength: 4 }), fc.boolean(), fc.boolean())
  .map(([planned, asSet, force]) => (read) => {
    const known = entriesOf(read);
    const written = planned.map((each) => withKey(each, known)).filter(isValid);
    return {
      input: asSet ? { values: written, force_values: force } : written,
      next: (before) => applied(entriesOf(before), written, asSet && force),
      kept(before) {
        const entries = entriesOf(before);
        const left = written.filter((each) => each.delete || !isHeld(each, entries));
        return applied(entries, left, false);
      },
    };
  });

function withKey({ place, ...written }: Written & { place?: number }, known: readonly Entry[]): Written {
  const key = place === undefined ? undefined : known[place]?.key;
  return key === undefined ? written : { ...written, key };
}

function entriesOf(value: unknown): readonly Entry[] {
  return (value ?? []) as Entry[];
}

function isValid(written: Written): boolean {
  if (written.delete) return written.key !== undefined;
  const isChange = written.verified !== undefined || written.kind !== undefined;
  return written.value !== undefined || (written.key !== undefined && isChange);
}

function isHeld({ key, value }: Written, entries: readonly Entry[]): boolean {
  return entries.some((entry) => entry.key === key || entry.value === value);
}

/** The rules of channels once more, in the simplest way (docs/writing-a-record.md#what-a-field-takes). */
function applied(before: readonly Entry[], written: readonly Written[], force: boolean): unknown {
  let entries = [...before];
  for (const { key, value, delete: remove, ...attributes } of written) {
    const place = key === undefined ? -1 : entries.findIndex((entry) => entry.key === key);
    const known = entries[place];
    if (known && (remove || value === '')) entries = entries.filter((entry) => entry !== known);
    else if (known) entries[place] = { ...known, ...attributes, value: value ?? known.value };
    else if (value && !remove && (key !== undefined || !entries.some((entry) => entry.value === value)))
      entries.push({ verified: false, ...attributes, key: key ?? madeUp, value });
  }
  if (force)
    entries = entries.filter(({ key, value }) =>
      written.some((each) => each.key === key || (!each.delete && each.value === value)),
    );
  return entries.length === 0 ? undefined : entries;
}
