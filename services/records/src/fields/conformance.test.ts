import { describe, expect, test } from '@jest/globals';
import { isDeepStrictEqual } from 'node:util';
import type { PeopleNames, ResolvedUsers } from '../people/people.ts';
import { growth } from '@svc/service-kit/testing';
import { createField } from '../post-types/create-field.ts';
import { Site } from '../site/site.ts';
import type { LinkedRecord } from '../connections/linked-records.ts';
import type { Place } from '../locations/places.ts';
import type { Field, FieldProblem, Found, ReadContext } from './field-type.ts';
import { fieldTypes } from './index.ts';
import type { FieldFixture } from './testing/fixture.ts';
import { fixtures } from './testing/fixtures.ts';

const site = new Site({ publicUrl: 'http://records.test', dateFormat: 'Y-m-d', timezone: 'UTC' });
const users: ResolvedUsers = [3, 4, 6].map((id) => ({
  id,
  email: `user${id}@example.org`,
  display_name: `User ${id}`,
  eligible: id !== 6,
}));
const linked = (id: number): LinkedRecord | undefined =>
  id === 12 || id === 13
    ? {
        id,
        postType: 'others',
        name: `Other ${id}`,
        createdAt: new Date(Date.UTC(2021, 0, id)),
        permalink: `http://records.test/others/${id}`,
        status: null,
      }
    : undefined;
const place = (gridId: number): Place | undefined =>
  gridId === 100 || gridId === 200
    ? {
        gridId,
        name: `Place ${gridId}`,
        levelName: 'admin1',
        lng: gridId / 10,
        lat: 5,
        fullName: `Place ${gridId}, Land`,
      }
    : undefined;
const found: Found = {
  users,
  records: {
    has: (postType, id) => linked(id)?.postType === postType,
    byTitle: (postType, title) => [12, 13].find((id) => postType === 'others' && linked(id)?.name === title),
    byEmail: () => undefined,
  },
  places: { get: place, at: ({ lng }) => place(lng * 10) },
};
const people: PeopleNames = {
  get: (id) => (id === 3 || id === 4 ? { displayName: `User ${id}`, avatar: '' } : undefined),
};

const context: ReadContext = { people, site, records: { get: linked }, places: { get: place } };

function fieldOf(typeName: string, fixture: FieldFixture): Field {
  const problems: string[] = [];
  const definition = { ...fixture.definition, name: 'F', type: typeName };
  const [field] = createField({ postType: 'tests', key: 'f', definition, problems });
  expect(problems).toEqual([]);
  return field as Field;
}

function write(
  field: Field,
  before: unknown,
  input: unknown,
): { after: unknown } | { problem: FieldProblem } {
  const parsed = field.type.parse(input, field);
  if ('problem' in parsed) return parsed;
  const settled = field.type.settle?.(parsed.change, found, field, { id: 7 }) ?? parsed;
  return 'problem' in settled ? settled : { after: field.type.apply(before, settled.change, field) };
}

function written(field: Field, before: unknown, input: unknown): unknown {
  const outcome = write(field, before, input);
  if ('problem' in outcome) throw new Error(outcome.problem.message);
  return outcome.after;
}

/** The notes that the history's list would show for a change. */
function notesOf(field: Field, before: unknown, after: unknown): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  return field.type
    .activity(before, after, field)
    .filter((row) => row.listed)
    .map((row) => field.type.note({ ...row, recordId: 7 }, field, context));
}

test('every field type has a fixture, and every fixture a field type', () => {
  expect(Object.keys(fixtures).sort()).toEqual([...fieldTypes.keys()].sort());
});

describe.each(Object.entries(fixtures))('the field type %s', (typeName, fixture) => {
  const field = fieldOf(typeName, fixture);

  test('reads back what was written, and tells it in the history', () => {
    let stored: unknown;
    for (const trip of fixture.roundTrips) {
      const after = written(field, stored, trip.write);
      expect(field.type.read(after, field, context)).toEqual(trip.read);
      if (trip.note !== undefined) expect(notesOf(field, stored, after)).toEqual([trip.note].flat());
      stored = after;
    }
  });

  test('is unset by clearing it', () => {
    const stored = fixture.roundTrips.reduce<unknown>(
      (before, trip) => written(field, before, trip.write),
      undefined,
    );
    const after = written(field, stored, fixture.clear.write);
    expect(field.type.read(after, field, context)).toEqual(fixture.clear.read);
    if (fixture.clear.note !== undefined)
      expect(notesOf(field, stored, after)).toEqual([fixture.clear.note].flat());
  });

  test('says nothing in the history when the value stays the same', () => {
    const [first] = fixture.roundTrips;
    const stored = written(field, undefined, first?.write);
    expect(notesOf(field, stored, written(field, stored, first?.write))).toEqual([]);
  });

  test.each(Object.entries(fixture.refused))('refuses %s', (_name, { write: input, message }) => {
    const outcome = write(field, undefined, input);
    expect(outcome).toHaveProperty('problem');
    const text = 'problem' in outcome ? outcome.problem.message : '';
    if (typeof message === 'string') expect(text).toBe(message);
    else expect(text).toMatch(message);
  });

  test.each(['1', '9', ' ', 'a', '-', '+', '.', '2021-01-01 ', 'user-', '@', '<a', '\n'])(
    'understands or refuses a text of many %j without taking more than its length asks for',
    (piece) => {
      const parse = (size: number) => {
        const text = piece.repeat(Math.ceil(size / piece.length));
        for (const input of [text, `${text}x`, `x${text}`, `1${text}`, `2021-01-01${text}x`])
          parseAll(field, input);
      };
      expect(growth(60_000, parse)).toBeLessThan(10);
    },
  );

  test('applies a change again to another version without remembering the first', () => {
    for (const trip of fixture.roundTrips) {
      const parsed = field.type.parse(trip.write, field);
      if ('problem' in parsed) throw new Error(parsed.problem.message);
      const settled = field.type.settle?.(parsed.change, found, field, { id: 7 }) ?? parsed;
      if ('problem' in settled) throw new Error(settled.problem.message);
      const once = field.type.apply(undefined, settled.change, field);
      const again = field.type.apply(undefined, settled.change, field);
      expect(field.type.read(once, field, context)).toEqual(field.type.read(again, field, context));
    }
  });

  test('stores plain data that survives the database and the wire', () => {
    for (const trip of fixture.roundTrips) {
      const stored = written(field, undefined, trip.write);
      if (stored !== undefined) expect(JSON.parse(JSON.stringify(stored))).toEqual(stored);
    }
  });

  test('tells events what came and went, or the value before and after', () => {
    const stored = written(field, undefined, fixture.roundTrips[0]?.write);
    const delta = field.type.delta(undefined, stored);
    if ('added' in delta) expect(delta).toMatchObject({ removed: [] });
    else expect(delta).toEqual({ before: null, after: stored });
  });

  test('sorts as lists show it', () => {
    const places = (fixture.ascending ?? []).map((input) => {
      const unset = field.type.sortKeyWhenUnset?.(field) ?? Infinity;
      const stored = input === undefined ? undefined : written(field, undefined, input);
      return stored === undefined ? unset : (field.type.sortKey?.(stored, field) ?? unset);
    });
    expect(fixture.ascending).toBeDefined();
    expect([...places].sort(byPlace)).toEqual(places);
    expect(new Set(places).size).toBe(places.length);
  });

  test('is found by its texts', () => {
    const stored = written(field, undefined, fixture.roundTrips[0]?.write);
    expect(field.type.searchTexts?.(stored) ?? []).toEqual(fixture.found ?? []);
  });
});

/** As the database orders: numbers before text, unset (here: Infinity) last. */
function byPlace(one: string | number, other: string | number): number {
  if (one === Infinity || other === Infinity) return one === other ? 0 : one === Infinity ? 1 : -1;
  if (typeof one === typeof other) return one < other ? -1 : one > other ? 1 : 0;
  return typeof one === 'number' ? -1 : 1;
}

/** Parses a text in each shape that a write may have, and sorts by what was understood. */
function parseAll(field: Field, input: string): void {
  for (const written of [input, [{ value: input }], { values: [{ value: input }] }]) {
    const outcome = write(field, undefined, written);
    if ('after' in outcome && outcome.after !== undefined) field.type.sortKey?.(outcome.after, field);
  }
}
