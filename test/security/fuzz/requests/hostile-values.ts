import fc from 'fast-check';
import { oddValues } from '@svc/records/testing/odd-values';
import { shapes } from '@svc/records/testing/shapes';
import { hostileText } from './texts.ts';

/** Values by name, nested as in JSON and bracket notation. */
export type Values = Readonly<Record<string, unknown>>;

const numbers = [-1, 0, -0, 0.5, 1e20, 1e300, 2 ** 31, 2 ** 53, -(2 ** 63), Number.MIN_VALUE];

const many = fc
  .tuple(fc.constantFrom<unknown>('x', 1, {}, [], { value: 'x' }, '-1'), fc.constantFrom(101, 1_001, 10_000))
  .map(([entry, times]): unknown => Array<unknown>(times).fill(entry));

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  { weight: 4, arbitrary: fc.constantFrom(...oddValues) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...numbers, null, true, false, [], {}) },
  { weight: 2, arbitrary: shapes },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: many },
);

const change = fc.record({
  at: fc.nat({ max: 199 }),
  how: fc.constantFrom('replace', 'list', 'map', 'add', 'rename', 'remove'),
  value: hostileValue,
  name: fc.oneof(
    hostileText.map((text) => text.slice(0, 100)),
    fc.constantFrom('$gt', 'value', 'values', 'id', 'ID'),
  ),
});

type Change = typeof change extends fc.Arbitrary<infer Of> ? Of : never;

/** Replaces some of the values, at any depth, by hostile ones. */
export function spoil(values: fc.Arbitrary<Values>): fc.Arbitrary<Values> {
  return fc
    .tuple(values, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([sent, changes]) => changes.reduce((done, each) => spoiledAt(done, each), sent));
}

function spoiledAt(values: Values, { at, how, value, name }: Change): Values {
  const places = placesIn(values);
  const [holder, key] = places[at % Math.max(1, places.length)] ?? [];
  if (!holder || key === undefined || how === 'add') return { ...values, [name]: value };
  const { [key]: old, ...others } = holder.of;
  const next: Readonly<Record<Change['how'], Values>> = {
    replace: { ...others, [key]: value },
    list: { ...others, [key]: [old, value] },
    map: { ...others, [key]: { [name]: old } },
    rename: { ...others, [name]: old },
    remove: others,
    add: others,
  };
  return holder.put(next[how]) as Values;
}

interface Holder {
  readonly of: Values;
  /** Returns all values with another object in this place. */
  put(value: unknown): unknown;
}

/** Every key of every object, down to the usual depth of requests. */
function placesIn(value: unknown, put: Holder['put'] = (same) => same, levels = 5): [Holder, string][] {
  if (typeof value !== 'object' || value === null || levels === 0) return [];
  if (Array.isArray(value)) {
    const putAt = (index: number) => (item: unknown) => put(value.with(index, item));
    return value.slice(0, 5).flatMap((item, index) => placesIn(item, putAt(index), levels - 1));
  }
  const holder: Holder = { of: value as Values, put };
  return Object.entries(value).flatMap(([key, item]): [Holder, string][] => [
    [holder, key],
    ...placesIn(item, (next) => put({ ...value, [key]: next }), levels - 1),
  ]);
}
