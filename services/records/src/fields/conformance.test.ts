import { fieldShape, inEnglish } from '@svc/contracts';
import { describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import { growth } from '@svc/testing';
import { storageOf } from '../model/stored-value.ts';
import type { FieldProblem } from '../model/field-type/problem.ts';
import type { FilterAt } from '../model/filter.ts';
import { fieldTypes } from './index.ts';
import { FieldUnderTest, type Outcome } from './testing/field-under-test.ts';
import type { FieldFixture, ReadOnlyFixture } from './testing/fixture.ts';
import { fixtures, readOnlyFixtures } from './testing/fixtures.ts';
import { oddValues } from './testing/odd-values.ts';

test('every field type has a fixture, and every fixture a field type', () => {
  const types = [...fieldTypes.values()].map(({ name }) => name);
  const known = [...Object.keys(fixtures), ...Object.keys(readOnlyFixtures)];
  expect(known.sort()).toEqual([...new Set(types)].sort());
});

describe.each(Object.entries(fixtures))('the field type %s', (typeName, fixture) => {
  const field = new FieldUnderTest(typeName, fixture.definition);
  const trips = steps(field, fixture);
  const full = trips.at(-1)?.after;

  test('reads back the written value, and notes it in the history', () => {
    expect(fixture.roundTrips.some(([, , note]) => note !== undefined)).toBe(true);
    for (const { read, note, before, after } of trips) {
      expect(field.read(after)).toEqual(read);
      if (note !== undefined) expect(field.notes(before, after)).toEqual([note].flat());
    }
  });

  test('reads, takes and is filtered by values of its documented shape', () => {
    const shape = fieldShape({ ...field.field.definition, type: typeName });
    const shown = trips.map(({ after }) => field.read(after)).filter((value) => value !== undefined);
    const written = trips.map(({ write, before }) => field.input(before, write));
    const { metByUnset = [], others = [] } = fixture.filters ?? {};
    expect(shown.flatMap((value) => misfits(shape.read, value))).toEqual([]);
    expect(written.flatMap((value) => misfits(shape.write, value))).toEqual([]);
    expect([...metByUnset, ...others].flatMap((value) => misfits(shape.filter, value))).toEqual([]);
    expect(shape.filter !== undefined).toBe(field.type.query?.filter !== undefined);
  });

  test('stores values of the BSON type that it declares', () => {
    const { storedAs } = field.type;
    const stored = trips.map(({ after }) => after).filter((after) => after !== undefined);
    const types = stored.map((after) => (Array.isArray(after) ? 'array' : typeof after));
    const expected = storedAs === 'bool' ? 'boolean' : storedAs;
    if (field.type.storage === 'edges') expect(storedAs).toBeUndefined();
    else expect(new Set(types)).toEqual(new Set([expected]));
  });

  test('is unset after it is cleared', () => {
    const [write, read, note] = fixture.clear;
    const after = afterOf(field.write(full, write));
    expect(full).toBeDefined();
    expect(after ?? []).toEqual([]);
    expect(field.read(after)).toEqual(read);
    if (note !== undefined) expect(field.notes(full, after)).toEqual([note].flat());
  });

  test('adds nothing to the history when the value is unchanged', () => {
    for (const { write, before } of trips) {
      const input = field.input(before, write);
      const stored = afterOf(field.write(before, input));
      const again = field.write(stored, input);
      // What a write removed is not there to be removed, or changed, once more.
      if ('after' in again) expect(field.notes(stored, again.after)).toEqual([]);
    }
  });

  test.each(Object.entries(fixture.refused))('refuses %s', (_name, [write, message, before = []]) => {
    const refused = problemOf(field.write(field.written(...before), write));
    if (typeof message === 'string') expect(refused.message).toBe(message);
    else expect(refused.message).toMatch(message);
    expect(codesOf(fixture)).toContain(refused.code);
  });

  test('refuses odd values with its own codes, or stores them as plain data', () => {
    for (const before of [undefined, full]) {
      for (const input of oddValues) {
        const outcome = field.write(before, input);
        if ('problem' in outcome) {
          expect(inEnglish(outcome.problem.message)).toMatch(/\S/);
          expect(codesOf(fixture)).toContain(outcome.problem.code);
        } else {
          expectPlain(outcome.after);
          field.read(outcome.after);
          field.notes(before, outcome.after);
        }
      }
    }
  });

  test.each(['1', '9', ' ', 'a', '-', '+', '.', '2021-01-01 ', 'user-', '@', '<a', '\n', '\u0300\u0316'])(
    'parses, notes or refuses a text of many %j in linear time',
    (piece) => {
      const parse = (size: number) => {
        const text = piece.repeat(Math.ceil(size / piece.length));
        for (const input of [text, `${text}x`, `x${text}`, `1${text}`, `2021-01-01${text}x`])
          parseAll(field, input);
      };
      // Strings of more than 128 kB are kept elsewhere by the engine, and cost more for that reason alone.
      expect(growth(15_000, parse)).toBeLessThan(10);
    },
  );

  test('merges several values by adding, removing and replacing', () => {
    const hasSeveral = 'added' in field.type.write.delta(undefined, full);
    expect(fixture.merges !== undefined).toBe(hasSeveral);
    for (const [writes, write, read] of Object.values(fixture.merges ?? {})) {
      const before = field.written(...writes);
      expect(field.read(before)).not.toEqual(read);
      expect(field.read(afterOf(field.write(before, write)))).toEqual(read);
    }
  });

  test('keeps present values with keepExisting, and fills empty ones', () => {
    const held = Object.values(fixture.keepsExisting ?? {});
    expect(held.length > 0).toBe(field.type.write.keepExisting !== undefined);
    for (const [writes, write, read] of held) {
      const before = field.written(...writes);
      expect(field.read(afterOf(field.write(before, write, { keepExisting: true })))).toEqual(read);
    }
    const differs = held.some(([writes, write, read]) => {
      const overwritten = afterOf(field.write(field.written(...writes), write));
      return JSON.stringify(field.read(overwritten)) !== JSON.stringify(read);
    });
    if (held.length > 0) expect(differs).toBe(true);
    const [write, read] = fixture.roundTrips[0] ?? [];
    const filled = afterOf(field.write(undefined, write, { keepExisting: true }));
    expect(field.read(filled)).toEqual(read);
  });

  test('is private when declared private, or refuses the declaration', () => {
    const declare = () => new FieldUnderTest(typeName, { ...fixture.definition, private: true });
    if (fixture.isNeverPrivate) {
      expect(declare).toThrow(/cannot be private/);
      return;
    }
    expect(storageOf(field.field)).toBe(fixture.isAlwaysPrivate ? 'private' : 'record');
    const own = declare();
    expect(storageOf(own.field)).toBe('private');
    for (const { read, after } of steps(own, fixture)) expect(own.read(after)).toEqual(read);
  });

  test('applies a change to another version without state of the first', () => {
    for (const { write, before } of trips) {
      const outcome = field.change(field.input(before, write));
      if ('problem' in outcome) throw new Error(inEnglish(outcome.problem.message));
      const apply = (stored: unknown) =>
        field.read(field.type.write.apply(stored, outcome.change, field.field));
      const once = apply(before);
      apply(full);
      expect(apply(before)).toEqual(once);
    }
  });

  test('does not modify the stored value that a change is applied to', () => {
    for (const { write, before } of trips) {
      const copy = structuredClone(before);
      field.write(before, write);
      expect(before).toEqual(copy);
    }
  });

  test('stores plain data that is unchanged by the database and the bus', () => {
    for (const { after } of trips) expectPlain(after);
  });

  test('describes a change in events by added and removed values, or by the values before and after', () => {
    for (const { before, after } of trips) expectSurvives(field.type.write.delta(before, after));
    const first = trips[0]?.after;
    const delta = field.type.write.delta(undefined, first);
    if ('added' in delta) {
      expect(delta.added).not.toEqual([]);
      expect(delta.removed).toEqual([]);
      expect(field.type.write.delta(first, undefined)).toEqual({ added: [], removed: delta.added });
    } else {
      expect(delta.before).toBeNull();
      expect([first, field.read(first)]).toContainEqual(delta.after);
      expect(field.type.write.delta(first, undefined)).toEqual({ before: delta.after, after: null });
    }
  });

  test('sorts in the expected order, or is not sortable', () => {
    expect(fixture.ascending !== undefined).toBe(field.type.query?.sortKey !== undefined);
    const places = (fixture.ascending ?? []).map((input) => {
      const unset = field.type.query?.sortKeyWhenUnset?.(field.field) ?? Infinity;
      const stored = input === undefined ? undefined : field.written(input);
      return stored === undefined ? unset : (field.type.query?.sortKey?.(stored, field.field) ?? unset);
    });
    expect([...places].sort(byPlace)).toEqual(places);
    expect(new Set(places).size).toBe(places.length);
  });

  test('has the expected search texts', () => {
    expect(field.type.query?.searchTexts?.(trips[0]?.after) ?? []).toEqual(fixture.found ?? []);
  });
});

describe.each(Object.entries(readOnlyFixtures))('the field type %s', (typeName, fixture: ReadOnlyFixture) => {
  const field = new FieldUnderTest(typeName, fixture.definition);

  test('refuses writes of clients, and names the endpoints that write it', () => {
    expect(field.type.write.readOnly).toBe(true);
    for (const input of [...oddValues, ...fixture.stored.map(({ value }) => value)]) {
      const refused = problemOf(field.write(undefined, input));
      expect(refused.message).toMatch(/only through the storage endpoints: f$/);
      expect(refused.code).toBeUndefined();
    }
  });

  test('reads the stored value, and nothing while it is unset', () => {
    expect(field.read(undefined)).toBeUndefined();
    for (const { value, read } of fixture.stored) expect(field.read(value)).toEqual(read);
  });

  test('describes changes in events, and in the history when it is noted', () => {
    for (const { value, note } of fixture.stored) {
      expectSurvives(field.type.write.delta(undefined, value));
      expect(field.notes(undefined, value)).toEqual(note === undefined ? [] : [note]);
    }
  });

  test('is not sortable', () => {
    expect(field.type.query?.sortKey).toBeUndefined();
  });
});

describe.each(Object.entries({ ...fixtures, ...readOnlyFixtures }))('filters by %s', (typeName, fixture) => {
  const field = new FieldUnderTest(typeName, fixture.definition);
  const { filters } = fixture;
  const parse = (operand: unknown) => {
    const parsed = field.type.query?.filter?.(operand, field.field);
    if (!parsed) throw new Error(`${typeName} fields cannot be filtered`);
    return parsed;
  };

  test('have a fixture exactly when the type has filters', () => {
    expect(filters !== undefined).toBe(field.type.query?.filter !== undefined);
  });

  test('match records without the field as declared', () => {
    const met = (operands: readonly unknown[] = []) =>
      operands.map((operand) => [operand, 'filter' in parse(operand) && parse(operand)]);
    for (const [operand, parsed] of met(filters?.metByUnset))
      expect([operand, parsed]).toMatchObject([operand, { filter: { matchesUnset: true } }]);
    for (const [operand, parsed] of met(filters?.others))
      expect([operand, parsed]).toMatchObject([operand, { filter: { matchesUnset: false } }]);
  });

  test.each(Object.entries(filters?.refused ?? { nothing: undefined }))('refuse %s', (_name, row) => {
    if (!row) return;
    const [operand, message] = row;
    const parsed = parse(operand);
    expect('problem' in parsed && inEnglish(parsed.problem)).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
  });

  test('parse odd operands to safe conditions, or refuse them with the name of the field', async () => {
    for (const operand of field.type.query?.filter ? oddValues : []) {
      const parsed = parse(operand);
      if ('problem' in parsed) expect(inEnglish(parsed.problem)).toMatch(/(?:^| )f(?: |$)/);
      else expectOwn((await parsed.filter.resolve(anywhere)).condition);
    }
  });
});

/** A place to look that finds nothing. */
const anywhere: FilterAt = {
  path: 'fields.f',
  term: (value) => `tests.f=${String(value)}`,
  moment: (seconds) => seconds,
  search: {
    userId: 3,
    placesBelow: async (ids) => ids,
    idsByPrivateValues: async () => [],
    commentedWith: async () => [],
    wellConnected: async () => [],
    callersContact: async () => undefined,
  },
};

/** A condition of the operators and paths that filters are made of. */
function expectOwn(condition: unknown): void {
  JSON.stringify(condition, (key, value: unknown) => {
    if (!Array.isArray(value) && !/^\d*$/.test(key))
      expect(key).toMatch(
        /^(?:fields\.f(?:\.value)?|filterTerms|linkTerms|_id|\$(?:and|or|nor|in|nin|ne|eq|gte?|lte?))$/,
      );
    return value;
  });
}

/** What each round trip finds stored, and what it leaves. */
function steps(field: FieldUnderTest, { roundTrips }: FieldFixture) {
  let stored: unknown;
  return roundTrips.map(([write, read, note]) => {
    const before = stored;
    stored = afterOf(field.write(before, write));
    return { write, read, note, before, after: stored };
  });
}

function afterOf(outcome: Outcome): unknown {
  if ('after' in outcome) return outcome.after;
  throw new Error(inEnglish(outcome.problem.message));
}

function problemOf(outcome: Outcome): { message: string; code: FieldProblem['code'] } {
  expect(outcome).toHaveProperty('problem');
  const { message, code }: FieldProblem = 'problem' in outcome ? outcome.problem : { message: '' };
  return { message: inEnglish(message), code };
}

function codesOf({ refusedWith }: FieldFixture): readonly (FieldProblem['code'] | undefined)[] {
  return refusedWith ?? [undefined];
}

/** What is sent as JSON and comes out as the same. */
function expectSurvives(value: unknown): void {
  expect(JSON.parse(JSON.stringify(value))).toEqual(value);
}

/** Plain data whose keys the database does not take for operators or paths. */
function expectPlain(stored: unknown): void {
  if (stored === undefined) return;
  expectSurvives(stored);
  JSON.stringify(stored, (key, value: unknown) => {
    expect(key).not.toMatch(/^\$|\.|^_bsontype$|^__proto__$/);
    return value;
  });
}

/** As the database orders: numbers before text, unset (here: Infinity) last. */
function byPlace(one: string | number, other: string | number): number {
  if (one === Infinity || other === Infinity) return one === other ? 0 : one === Infinity ? 1 : -1;
  if (typeof one === typeof other) return one < other ? -1 : one > other ? 1 : 0;
  return typeof one === 'number' ? -1 : 1;
}

/** Parses a text in each shape that a write may have; sorts by what was understood, shows it and tells it in the history. */
function parseAll(field: FieldUnderTest, input: string): void {
  for (const written of [input, [{ value: input }], { values: [{ value: input, type: 'one' }] }]) {
    const outcome = field.write(undefined, written);
    if (!('after' in outcome) || outcome.after === undefined) continue;
    field.type.query?.sortKey?.(outcome.after, field.field);
    field.read(outcome.after);
    field.notes(undefined, outcome.after);
  }
}

/** A value that does not have a shape, with the reason; nothing when it does. */
function misfits(shape: z.ZodType | undefined, value: unknown): string[] {
  const parsed = shape?.safeParse(value);
  return parsed?.success ? [] : [`${JSON.stringify(value)}: ${parsed?.error.message ?? 'no shape'}`];
}
