import { describe, expect, test } from '@jest/globals';
import { FieldUnderTest } from '../fields/testing/field-under-test.ts';
import { fixtures } from '../fields/testing/fixtures.ts';
import { gainedChange } from './apply-changes.ts';

/** By these somebody would get access, or be told of the record. */
const unchanging = ['user_select', 'connection'];

/** What is stored after a write by which a record only gains what it lacks. */
function gaining(under: FieldUnderTest, statusKey = 'status') {
  const { type, field } = under;
  const statusField = { status_key: statusKey, archived_key: 'closed' };
  return (before: unknown, written: unknown): unknown => {
    const outcome = under.change(under.input(before, written));
    if ('problem' in outcome) return before;
    const change = gainedChange({ statusField }, { field, change: outcome.change }, before);
    return change === undefined ? before : type.write.apply(before, change, field);
  };
}

describe.each(Object.entries(fixtures))(
  'a write without overwriting of the field type %s',
  (name, fixture) => {
    const under = new FieldUnderTest(name, fixture.definition);
    const gained = gaining(under);
    const [first] = fixture.roundTrips;
    const merges = Object.values({ ...fixture.merges, ...fixture.keepsExisting });
    const writes = [
      ...fixture.roundTrips.map(([write]) => write),
      ...merges.flatMap(([before, write]) => [...before, write]),
      fixture.clear[0],
    ];
    const states = [
      ...fixture.roundTrips.map((_trip, index) => under.written(...writes.slice(0, index + 1))),
      ...merges.map(([before]) => under.written(...before)),
    ];

    test('sets an empty field, except users and connections', () => {
      const after = gained(undefined, first?.[0]);
      expect(under.read(after)).toEqual(unchanging.includes(name) ? under.read(undefined) : first?.[1]);
    });

    test('neither replaces nor removes existing values', () => {
      expect(states.some((state) => state !== undefined)).toBe(true);
      for (const before of states) {
        for (const write of writes) {
          const after = gained(before, write);
          if (Array.isArray(before)) expect(after).toEqual(expect.arrayContaining(before as unknown[]));
          else if (before) expect(after).toEqual(before);
        }
      }
    });
  },
);

const here = { grid_meta_id: 44 };

test.each([
  ['communication_channel', [{ key: 'k_1', value: 'held' }], [{ key: 'k_1', value: 'other' }], 2],
  ['communication_channel', [{ value: 'ann@x.test' }], [{ value: 'ANN@x.test' }, { value: 'b@x.test' }], 2],
  ['communication_channel', [{ value: '0151 4711-0' }], [{ value: '015147110', verified: true }], 1],
  ['location_meta', { values: [{ ...here, grid_id: 100 }] }, { values: [{ ...here, lng: 20, lat: 4.5 }] }, 2],
])(
  'an existing entry of %s is kept when the write has its id or another spelling of its value',
  (name, held, written, count) => {
    const under = new FieldUnderTest(name);
    const before = under.written(held) as unknown[];
    const after = gaining(under)(before, written);
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after).toHaveLength(count);
  },
);

test.each([
  ['key_select', 'f', fixtures['key_select']],
  ['multi_select', 'sources', fixtures['multi_select']],
  ['text', 'type', fixtures['text']],
])('an empty %s field for the status or for access stays empty', (name, key, fixture) => {
  const under = new FieldUnderTest(name, fixture?.definition);
  Object.assign(under.field, { key });
  expect(gaining(under, 'f')(undefined, fixture?.roundTrips[0]?.[0])).toBeUndefined();
});
