import fc from 'fast-check';
import type { Fields } from '@svc/contracts';
import { seededPlaces } from './seed-grid.ts';

/** A value as a client sends it, made out against what the client has read: it may name entries that are there. */
type Write = (read: unknown) => unknown;

type Writes = fc.Arbitrary<Write>;

const flag = fc.constantFrom<unknown>(false, 'false', undefined, true, 'true', '1');
const empty = fc.constantFrom('', null);
const place = fc.nat(2);

const sent = (...inputs: fc.Arbitrary<unknown>[]): Writes => fc.oneof(...inputs).map((input) => () => input);

/** Entries beside those that are there; with `force_values` instead of them. */
const entriesOf = (entry: fc.Arbitrary<unknown>) =>
  sent(fc.record({ values: fc.array(entry, { maxLength: 4 }), force_values: flag }));

const valuesOf = (...values: unknown[]) =>
  entriesOf(fc.record({ value: fc.constantFrom(...values), delete: flag }));

/** Entries with ids: `place` names one that is there, each at most once; what names none is not sent. */
function identified(idKey: string, ...entries: fc.Arbitrary<Fields>[]): Writes {
  const planned = fc.uniqueArray(fc.oneof(...entries), {
    maxLength: 4,
    selector: (entry) => entry['place'] ?? entry,
  });
  return fc.tuple(planned, flag).map(([plans, force]) => (read) => {
    const known = (read ?? []) as Fields[];
    const values = plans.flatMap(({ place: at, ...entry }) => {
      const id = known[Number(at)]?.[idKey];
      if (at === undefined) return [entry];
      return id === undefined ? [] : [{ ...entry, [idKey]: id }];
    });
    return { values, force_values: force };
  });
}

const removed = fc.record({ place, delete: fc.constant(true) });
const line = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .filter((text) => !/[\u0000-\u001f\u007f]/.test(text));
const names = sent(line.filter((text) => text.trim() !== ''));
const texts = sent(line, fc.integer(), fc.constant(null));

const moment = fc.integer({ min: -2_000_000_000, max: 4_000_000_000 });
const moments = fc.oneof(
  moment,
  moment.map(String),
  moment.map((seconds) => new Date(seconds * 1000).toISOString()),
);

const userForms = [
  (id: number) => id,
  (id: number) => `user-${id}`,
  (id: number) => `User${id}@example.test`,
];
const users = fc
  .tuple(fc.constantFrom(...userForms), fc.integer({ min: 1, max: 89 }))
  .map(([form, id]) => form(id));

const channelKey = fc.constantFrom('k1', 'k2');
const channel = {
  value: fc.constantFrom('1', '2', '3', ''),
  verified: fc.boolean(),
  kind: fc.constantFrom('home', 'work'),
};
const inSet = identified(
  'key',
  fc.record(channel, { requiredKeys: ['value'] }),
  fc.record({ ...channel, key: channelKey }, { requiredKeys: ['value', 'key'] }),
  fc.record({ ...channel, place }, { requiredKeys: ['verified', 'place'] }),
  fc.record({ key: channelKey, delete: fc.constant(true) }),
  removed,
);
/** As a set, or as a list alone. */
const channels: Writes = fc.tuple(inSet, fc.boolean()).map(
  ([write, isList]) =>
    (read) =>
      isList ? (write(read) as { values: unknown }).values : write(read),
);

const link = {
  type: fc.constantFrom('web', 'blog'),
  value: fc.constantFrom('a', 'b', 'https://c.test/?d=e'),
};
const links = identified(
  'meta_id',
  fc.record(link),
  fc.record({ ...link, place }, { requiredKeys: ['place', 'value'] }),
  fc.record({ ...link, place }, { requiredKeys: ['place', 'type'] }),
  fc.record({ place, value: fc.constant('') }),
  removed,
);

const task = {
  value: fc.constantFrom<unknown>('call', 7, { note: 'a' }, { status: 'done', deep: { $gt: [] } }),
  date: fc.constantFrom('2030-01-02', '1999-12-31'),
  category: fc.constantFrom('reminder', '', null),
};
const tasks = identified(
  'id',
  fc.record(task, { requiredKeys: ['value', 'date'] }),
  fc.record({ ...task, place }, { requiredKeys: ['place'] }),
  removed,
);

const rows = seededPlaces.map(({ id }) => ({ grid_id: id }));
/** A row, a point in one, or both. */
const content = seededPlaces.flatMap(({ id, box: [west, south, east, north] }) =>
  [0.5, 1].flatMap((by) => {
    const point = { lng: (west + east) / 2 + by, lat: (south + north) / 2 - by };
    return [{ grid_id: id }, { grid_id: id, ...point }, point];
  }),
);
const spot = fc
  .tuple(fc.constantFrom(...content), fc.constantFrom({}, { label: 'Home' }, { label: 'Office' }))
  .map(([where, words]): Fields => ({ ...where, ...words }));
const points = identified(
  'grid_meta_id',
  spot,
  fc.tuple(spot, fc.constantFrom('44', 45)).map(([where, id]) => ({ ...where, grid_meta_id: id })),
  fc.tuple(spot, place).map(([where, at]) => ({ ...where, place: at })),
  removed,
);

const arrays = fc.oneof(
  fc
    .jsonValue({ maxDepth: 3, stringUnit: 'grapheme' })
    .filter((value) => typeof value === 'object' && value !== null),
  fc.constantFrom({ $set: { 'a.b': 1 } }, { constructor: { prototype: [] } }, [[[null]]]),
);

const own: Readonly<Record<string, Writes>> = {
  a_text: texts,
  a_textarea: texts,
  a_number: sent(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), empty),
  a_flag: sent(fc.constantFrom(true, 1, '1', 'true', 'yes', false, 0, '0', 'false', 'no', '', null)),
  an_option: sent(fc.constantFrom('one', 'two', 'three', '', null)),
  some_options: valuesOf('one', 'two', 'three'),
  some_tags: valuesOf('x', 'Y', 'two words', 'ü'),
  a_date: sent(moments, empty),
  a_datetime: sent(moments, empty),
  a_channel: channels,
  a_user: sent(users, fc.constantFrom('', null, 0, 'user-0')),
  a_link: links,
  an_array: sent(arrays, empty),
  some_places: entriesOf(
    fc.tuple(fc.constantFrom(...rows), flag).map(([row, remove]) => ({ ...row, delete: remove })),
  ),
  some_places_meta: points,
};

const mine = Object.fromEntries(Object.entries(own).map(([key, writes]) => [`my_${key}`, writes]));
const shared: Readonly<Record<string, Writes>> = { name: names, post_date: sent(moments), ...own };
const all: Readonly<Record<string, Writes>> = {
  ...shared,
  ...mine,
  some_tasks: tasks,
  some_reminders: tasks,
};

/** The fields of the sample post type that requests write: those that everybody reads the same, then private ones. */
const writtenKeys: readonly string[] = Object.keys(all);

/** What a request writes, made out against what its caller has read. */
export type Body = (read: Fields) => Fields;

/** Requests that are accepted and write a few fields each, all of them out of the same few. */
export function bodiesOf(keys: readonly string[]): fc.Arbitrary<Body> {
  return fc
    .uniqueArray(fc.constantFrom(...keys), { minLength: 1, maxLength: 4 })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((key) => [key, all[key] as Writes]))))
    .map(
      (writes) => (read) =>
        Object.fromEntries(Object.entries(writes).map(([key, write]) => [key, write(read[key])])),
    );
}

/** A few fields that requests write again and again; places come with their points. */
export const fieldChoices: fc.Arbitrary<readonly string[]> = fc
  .uniqueArray(fc.constantFrom(...writtenKeys), { minLength: 2, maxLength: 5 })
  .map((keys) => [...new Set(keys.flatMap(withPoints))]);

function withPoints(key: string): string[] {
  const grid = key.replace('_meta', '');
  return key.includes('some_places') ? [grid, `${grid}_meta`] : [key];
}
