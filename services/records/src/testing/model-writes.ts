import fc from 'fast-check';

/** A valid write of one field of the sample post type, and what it makes of what is read of it. */
export interface ModelWrite {
  readonly key: string;
  readonly input: unknown;
  /** From what was read before to what is read then; undefined is a key that is not there. */
  readonly next: (before: unknown) => unknown;
}

/** An entry of a channel as the model knows it: keys that the service makes up are ''. */
export interface ModelEntry {
  readonly key: string;
  readonly value: string;
  readonly verified: boolean;
}

const to = (value: unknown) => () => value;
const keep = (before: unknown) => before;

type Case = Omit<ModelWrite, 'key'>;

const line = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .filter((text) => !/[\u0000-\u001f\u007f]/.test(text));

const texts: fc.Arbitrary<Case> = fc.oneof(
  line.map((text) => ({ input: text, next: to(text) })),
  fc.integer().map((number) => ({ input: number, next: to(String(number)) })),
  fc.constant({ input: null, next: to(undefined) }),
);

const numbers: fc.Arbitrary<Case> = fc.oneof(
  fc.integer().map((number) => ({ input: number, next: to(number) })),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((number) => ({ input: number, next: to(number + 0) })),
  fc.integer().map((number) => ({ input: ` ${number} `, next: to(number) })),
  fc.constantFrom('', null).map((input) => ({ input, next: to(undefined) })),
);

const flags: fc.Arbitrary<Case> = fc.oneof(
  fc.constantFrom(true, 1, '1', 'true', 'yes').map((input) => ({ input, next: to(true) })),
  fc.constantFrom(false, 0, '0', 'false', 'no', '', null).map((input) => ({ input, next: to(false) })),
);

const labels: Readonly<Record<string, string>> = { one: 'One', two: 'Two', three: 'Three' };

const choices: fc.Arbitrary<Case> = fc.oneof(
  fc.tuple(fc.constantFrom('one', 'two', 'three'), fc.boolean()).map(([key, asSet]) => ({
    input: asSet ? { values: [{ value: key }], force_values: true } : key,
    next: to({ key, label: labels[key] }),
  })),
  fc.constantFrom('', null).map((input) => ({ input, next: to(undefined) })),
);

const on = fc.constantFrom<unknown>(true, 'true', 1, '1');
const off = fc.constantFrom<unknown>(false, 'false', undefined);

function sets(value: fc.Arbitrary<string>): fc.Arbitrary<Case> {
  const flag = fc.oneof(
    off.map((sent) => [false, sent] as const),
    on.map((sent) => [true, sent] as const),
  );
  const entries = fc.array(fc.tuple(value, flag), { maxLength: 4 });
  return fc.tuple(entries, flag).map(([written, [isForced, force]]) => ({
    input: {
      values: written.map(([text, [, remove]]) => ({
        value: text,
        ...(remove === undefined ? {} : { delete: remove }),
      })),
      ...(force === undefined ? {} : { force_values: force }),
    },
    next(before) {
      let values = isForced ? [] : [...((before ?? []) as string[])];
      for (const [text, [isRemoved]] of written) {
        if (isRemoved) values = values.filter((other) => other !== text);
        else if (!values.includes(text)) values.push(text);
      }
      return values.length === 0 ? undefined : values;
    },
  }));
}

function moments(format: (iso: string) => string): fc.Arbitrary<Case> {
  const seconds = fc.integer({ min: -2_000_000_000, max: 4_000_000_000 });
  const shape = (moment: number) => ({
    timestamp: String(moment),
    formatted: format(new Date(moment * 1000).toISOString()),
  });
  const written = fc.constantFrom<(moment: number) => unknown>(
    (moment) => moment,
    (moment) => String(moment),
    (moment) => new Date(moment * 1000).toISOString(),
    (moment) => `${new Date((moment + 7200) * 1000).toISOString().slice(0, 19).replace('T', ' ')} +02:00`,
  );
  return fc.oneof(
    fc.tuple(seconds, written).map(([moment, write]) => ({ input: write(moment), next: to(shape(moment)) })),
    fc.constantFrom('', null).map((input) => ({ input, next: to(undefined) })),
  );
}

const users: fc.Arbitrary<Case> = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 89 }), fc.integer({ min: 0, max: 3 })).map(([id, form]) => ({
    input: [id, String(id), `user-${id}`, `User${id}@example.test`][form],
    next: to({ id: String(id), type: 'user', display: `User ${id}`, 'assigned-to': `user-${id}` }),
  })),
  fc.constantFrom('', null, 0, 'user-0').map((input) => ({ input, next: to(undefined) })),
);

const entryWrite = fc.record(
  {
    key: fc.constantFrom('k1', 'k2'),
    value: fc.constantFrom('1', '2', '3', ''),
    verified: fc.boolean(),
    delete: fc.boolean(),
  },
  { requiredKeys: [] },
);

const channels: fc.Arbitrary<Case> = fc
  .tuple(fc.array(entryWrite, { maxLength: 4 }), fc.boolean(), fc.boolean())
  .map(([written, asSet, force]) => {
    const entries = written.filter(isValidEntry);
    return {
      input: asSet ? { values: entries, force_values: force } : entries,
      next: (before) => nextEntries((before ?? []) as ModelEntry[], entries, asSet && force),
    };
  });

type EntryWrite = typeof entryWrite extends fc.Arbitrary<infer Entry> ? Entry : never;

function isValidEntry(entry: EntryWrite): boolean {
  if (entry.delete) return entry.key !== undefined;
  return entry.value !== undefined || (entry.key !== undefined && entry.verified !== undefined);
}

/** The rules of channels once more, in the simplest way (facts of write semantics). */
function nextEntries(before: readonly ModelEntry[], written: readonly EntryWrite[], force: boolean): unknown {
  let entries = [...before];
  for (const { key, value, verified, delete: remove } of written) {
    const known = key === undefined ? -1 : entries.findIndex((entry) => entry.key === key);
    const old = entries[known];
    if (old && (remove || value === '')) entries = entries.filter((entry) => entry !== old);
    else if (old)
      entries[known] = { key: old.key, value: value ?? old.value, verified: verified ?? old.verified };
    else if (value && !remove && (key !== undefined || !entries.some((entry) => entry.value === value)))
      entries.push({ key: key ?? '', value, verified: verified ?? false });
  }
  if (force) {
    entries = entries.filter(({ key, value }) =>
      written.some((entry) => entry.key === key || (!entry.delete && entry.value === value)),
    );
  }
  return entries.length === 0 ? undefined : entries;
}

const cases: Readonly<Record<string, fc.Arbitrary<Case>>> = {
  a_text: texts,
  a_textarea: texts,
  a_number: numbers,
  a_flag: flags,
  an_option: choices,
  some_options: sets(fc.constantFrom('one', 'two', 'three')),
  some_tags: sets(fc.constantFrom('x', 'Y', 'two words', 'ü')),
  a_date: moments((iso) => iso.slice(0, 10)),
  a_datetime: moments((iso) => iso.slice(0, 19).replace('T', ' ')),
  a_channel: channels,
  a_user: users,
  last_modified: fc.constant({ input: 1_000_000_000, next: keep }),
};

/** The fields that the model follows. */
export const modelFields = Object.keys(cases).filter((key) => key !== 'last_modified');

/** Valid writes of one to four fields. */
export const bodies: fc.Arbitrary<readonly ModelWrite[]> = fc
  .uniqueArray(fc.constantFrom(...Object.keys(cases)), { minLength: 1, maxLength: 4 })
  .chain((keys) =>
    fc.tuple(...keys.map((key) => (cases[key] as fc.Arbitrary<Case>).map((write) => ({ key, ...write })))),
  );
