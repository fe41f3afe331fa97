import fc from 'fast-check';
import type { ModelPlan, ModelPlans } from './model-write.ts';

type Kept = (before: unknown) => boolean;

const isNothing: Kept = (before) => before === undefined || before === false || before === 0 || before === '';
const isUnset: Kept = (before) => before === undefined;

/** A write after which a value is read, whatever was there. */
function single(input: unknown, after: unknown, mayBeSet: Kept = isNothing): ModelPlan {
  return () => ({
    input,
    next: () => after,
    kept: (before) => (mayBeSet(before) ? after : before),
  });
}

const empty = fc.constantFrom('', null);

const line = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .filter((text) => !/[\u0000-\u001f\u007f]/.test(text));

/** Names are never empty. */
export const names: ModelPlans = line.filter((text) => text.trim() !== '').map((text) => single(text, text));

export const texts: ModelPlans = fc.oneof(
  line.map((text) => single(text, text)),
  fc.integer().map((number) => single(number, String(number))),
  fc.constant(single(null, undefined)),
);

export const numbers: ModelPlans = fc.oneof(
  fc.integer().map((number) => single(number, number)),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => single(number, number + 0)),
  fc.integer().map((number) => single(` ${number} `, number)),
  empty.map((input) => single(input, undefined)),
);

export const flags: ModelPlans = fc.oneof(
  fc.constantFrom(true, 1, '1', 'true', 'yes').map((input) => single(input, true)),
  fc.constantFrom(false, 0, '0', 'false', 'no', '', null).map((input) => single(input, false)),
);

const labels: Readonly<Record<string, string>> = { one: 'One', two: 'Two', three: 'Three' };

export const choices: ModelPlans = fc.oneof(
  fc
    .tuple(fc.constantFrom('one', 'two', 'three'), fc.boolean())
    .map(([key, asSet]) =>
      single(asSet ? { values: [{ value: key }], force_values: true } : key, { key, label: labels[key] }),
    ),
  empty.map((input) => single(input, undefined)),
);

export const users: ModelPlans = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 89 }), fc.integer({ min: 0, max: 3 })).map(([id, form]) =>
    single([id, String(id), `user-${id}`, `User${id}@example.test`][form], {
      id: String(id),
      type: 'user',
      display: `User ${id}`,
      'assigned-to': `user-${id}`,
    }),
  ),
  fc.constantFrom('', null, 0, 'user-0').map((input) => single(input, undefined)),
);

const seconds = fc.integer({ min: -2_000_000_000, max: 4_000_000_000 });

const written = fc.constantFrom<(moment: number) => unknown>(
  (moment) => moment,
  (moment) => String(moment),
  (moment) => new Date(moment * 1000).toISOString(),
  (moment) => `${new Date((moment + 7200) * 1000).toISOString().slice(0, 19).replace('T', ' ')} +02:00`,
);

function moments(format: (iso: string) => string, mayBeSet: Kept): ModelPlans {
  return fc.tuple(seconds, written).map(([moment, write]) => {
    const iso = new Date(moment * 1000).toISOString();
    return single(write(moment), { timestamp: String(moment), formatted: format(iso) }, mayBeSet);
  });
}

/** Days that are always set, like that of a record's creation. */
export const setDays: ModelPlans = moments((iso) => iso.slice(0, 10), isUnset);

export const days: ModelPlans = fc.oneof(
  setDays,
  empty.map((input) => single(input, undefined, isUnset)),
);

/** Moments are overwritten also where days are not. */
export const dayTimes: ModelPlans = fc.oneof(
  moments(
    (iso) => iso.slice(0, 19).replace('T', ' '),
    () => true,
  ),
  empty.map((input) => single(input, undefined, () => true)),
);

/** What any JSON array or object is: replaced as it was sent. */
export const arrays: ModelPlans = fc.oneof(
  fc
    .jsonValue({ maxDepth: 3, stringUnit: 'grapheme' })
    .filter((value) => typeof value === 'object' && value !== null)
    .map((value) => single(value, JSON.parse(JSON.stringify(value)), () => true)),
  fc
    .constantFrom({ $set: { 'a.b': 1 } }, { constructor: { prototype: [] } }, [[[null]]])
    .map((value) => single(value, value, () => true)),
  empty.map((input) => single(input, undefined, () => true)),
);
