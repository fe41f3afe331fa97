import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor, Fields } from '@svc/contracts';
import { userActor } from '@svc/service-kit/testing';
import { recordClient, values } from '../../testing/record-client.ts';
import { harnessOfSuite, withExtensions } from '../../testing/records-harness.ts';

/** Values in ascending order, and where records without the field stand: last always, or as a value of its own. */
interface Order {
  readonly ascending: readonly unknown[];
  readonly unset: 'last' | 'above all' | 'below all';
}

const capabilities = ['samples', 'sets'].flatMap((type) =>
  ['access', 'create', 'view_any', 'update_any'].map((verb) => `${verb}_${type}`),
);
const [ann, bob] = [11, 12].map((id) => userActor(id, `User ${id}`, capabilities)) as [Actor, Actor];
const channel = (value: string) => [{ value }];
const task = (...dates: string[]) => ({ values: dates.map((date) => ({ value: 'call', date })) });

/** One field for each way in which types sort (`fields/conformance.test.ts` has all types), kept for everybody, and for each user. */
const orders: Readonly<Record<string, Order>> = {
  a_text: { ascending: ['Ábel', 'bernd', 'Carla'], unset: 'last' },
  a_number: { ascending: [-2, 0, 10, 9000], unset: 'last' },
  a_flag: { ascending: [true], unset: 'below all' },
  an_option: { ascending: ['two', 'one', 'three'], unset: 'above all' },
  a_channel: { ascending: [channel('9'), channel('10'), channel('X')], unset: 'last' },
};
const ownOrders: Readonly<Record<string, Order>> = {
  ...Object.fromEntries(Object.entries(orders).map(([key, order]) => [`my_${key}`, order])),
  some_tasks: { ascending: [task('2030-01-01', '2020-01-01'), task('2020-01-02')], unset: 'last' },
};
/** Fields whose values have no order: the list comes newest first. */
const without = ['an_array', 'an_image', 'my_some_files'];
const everything = { ...orders, ...ownOrders };

const harness = harnessOfSuite({ settings: withExtensions('sample', 'dashed') });
const client = recordClient(harness);
/** The record at each place of the ascending values, and two in which nothing is set; made in another order. */
let rows: readonly number[];
const places = 6;

beforeAll(async () => {
  const made = new Map<number, number>();
  for (const place of [3, 0, 5, 2, 1, 4]) {
    made.set(place, await create('samples', { name: `Row ${place}`, ...valuesAt(everything, place) }));
  }
  rows = Array.from({ length: places }, (_none, place) => made.get(place) ?? 0);
  for (const [place, ID] of rows.entries())
    await update(ID, valuesAt(ownOrders, rows.length - 1 - place), bob);
});

/** The values of the record at a place; nothing where there are less. */
function valuesAt(of: Readonly<Record<string, Order>>, place: number): Fields {
  const pairs = Object.entries(of).map(([key, { ascending }]) => [key, ascending[place]] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

const create = async (postType: string, fields: Fields) => (await client.create(fields, ann, postType)).ID;
const update = (id: number, fields: Fields, actor = ann) => client.update(id, fields, actor, 'samples');

async function listed(query: Fields, actor = ann): Promise<number[]> {
  const { posts } = await client.list({ fields_to_return: ['a'], ...query }, actor, 'samples');
  return posts.map(({ ID }) => Number(ID));
}

/** The rows alone, in the order of a list. */
async function rowsBy(sort: string | undefined, actor = ann): Promise<number[]> {
  const all = await listed(sort === undefined ? {} : { sort }, actor);
  return all.filter((id) => rows.includes(id));
}

/** Set ones in their order, those without where they belong; equal ones by id, all of it the other way round descending. */
function expected({ ascending, unset }: Order, records: readonly number[]) {
  const byId = (one: number, other: number) => one - other;
  const set = records.slice(0, ascending.length);
  const others = [...records.slice(ascending.length)].sort(byId);
  const setDown = [...set].reverse();
  const othersDown = [...others].reverse();
  return {
    up: unset === 'below all' ? [...others, ...set] : [...set, ...others],
    down: unset === 'above all' ? [...othersDown, ...setDown] : [...setDown, ...othersDown],
  };
}

describe('a list is sorted by', () => {
  test.each(Object.entries(orders))('%s, in both directions', async (key, order) => {
    const { up, down } = expected(order, rows);
    expect(await rowsBy(key)).toEqual(up);
    expect(await rowsBy(`-${key}`)).toEqual(down);
    expect(await rowsBy(`-${key}`, bob)).toEqual(down);
  });

  test.each(Object.entries(ownOrders))('%s, as the caller has set it', async (key, order) => {
    const own = expected(order, rows);
    const others = expected(order, [...rows].reverse());
    expect(await rowsBy(key)).toEqual(own.up);
    expect(await rowsBy(`-${key}`)).toEqual(own.down);
    expect(await rowsBy(key, bob)).toEqual(others.up);
    expect(await rowsBy(`-${key}`, bob)).toEqual(others.down);
  });

  test.each(without)('%s as if it was not asked for: newest first', async (key) => {
    const newest = rows.toSorted((one, other) => other - one);
    expect(await rowsBy(undefined)).toEqual(newest);
    expect(await rowsBy(key)).toEqual(newest);
    expect(await rowsBy(`-${key}`)).toEqual(newest);
  });

  test.each([
    ['a key that contains what descending begins with', 'a-dashed-number'],
    ['the same, descending', '-a-dashed-number'],
  ])('%s', async (_what, sort) => {
    for (const [place, ID] of rows.slice(0, 3).entries()) await update(ID, { 'a-dashed-number': place });
    const { up, down } = expected({ ascending: [0, 1, 2], unset: 'last' }, rows);
    expect(await rowsBy(sort)).toEqual(sort.startsWith('-') ? down : up);
  });

  test.each(['nonsense', '-', '--a_number', 'sort.name', '$where', 'a_number.x', '__proto__', 'ID'])(
    'what is no key, %p, as if it was not asked for',
    async (sort) => {
      expect(await rowsBy(sort)).toEqual(await rowsBy(undefined));
    },
  );
});

describe('a list sorted by a connection', () => {
  test('is in the order of the names of those that were connected first, unset last in both directions', async () => {
    const order = { ascending: ['Ábel', 'bernd', 'Carla'], unset: 'last' } as const;
    for (const [key, type] of [
      ['sets', 'sets'],
      ['peers', 'samples'],
    ] as const) {
      const [carla, abel, bernd] = [
        await create(type, { name: 'Carla' }),
        await create(type, { name: 'Ábel' }),
        await create(type, { name: 'bernd' }),
      ] as const;
      for (const [place, other] of [abel, bernd, carla].entries())
        await update(rows[place] ?? 0, { [key]: values(other) });
      await update(rows[1] ?? 0, { [key]: values(abel) });
      const { up, down } = expected(order, rows);
      expect(await rowsBy(key)).toEqual(up);
      expect(await rowsBy(`-${key}`)).toEqual(down);
    }
  });

  test('has its place also where a record has so many that it does not name them', async () => {
    const first = await create('sets', { name: 'Aaron' });
    const more = await harness.seed('sets', 101);
    const crowded = rows[4] ?? 0;
    await update(crowded, { sets: values(first) });
    await update(crowded, { sets: values(...more) });
    expect((await rowsBy('sets'))[0]).toBe(crowded);
    expect((await rowsBy('-sets'))[3]).toBe(crowded);
    await update(crowded, { sets: { values: [], force_values: true } });
    expect((await rowsBy('sets')).indexOf(crowded)).toBeGreaterThan(2);
  });
});

describe('a list that is filtered by name and not sorted', () => {
  test('begins with the names that contain the first text, then goes by name', async () => {
    const ids = new Map<string, number>();
    for (const name of ['Zoe Quill', 'anna quint', 'Ben Quern', 'Ada Quern'])
      ids.set(name, await create('samples', { name }));
    const names = async (query: Fields) => {
      const found = await listed(query);
      return found.map((id) => [...ids].find(([, each]) => each === id)?.[0]);
    };
    const all = ['Ada Quern', 'anna quint', 'Ben Quern', 'Zoe Quill'];
    expect(await names({ name: 'qu' })).toEqual(all);
    expect(await names({ name: ['QUILL', 'qu'] })).toEqual(['Zoe Quill', ...all.slice(0, 3)]);
    expect(await names({ name: ['^ben quern', 'qu'], offset: 1 })).toEqual([all[0], all[1], all[3]]);
    expect(await names({ name: ['qu', '-quern'] })).toEqual(['anna quint', 'Zoe Quill']);
    const either = { fields: [[{ name: ['zoe'] }, { name: ['quern'] }]] };
    expect(await names(either)).toEqual(['Zoe Quill', 'Ada Quern', 'Ben Quern']);
    const newest = ['Ada Quern', 'Ben Quern', 'anna quint', 'Zoe Quill'];
    expect(await names({ name: 'qu', sort: 'nonsense' })).toEqual(newest);
    expect(await names({ name: 'qu', sort: '-name' })).toEqual([...all].reverse());
  });
});
