import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Fields } from '@svc/contracts';
import { recordClient, values } from '../../testing/record-client.ts';
import { harnessOfSuite, overseer, withExtensions } from '../../testing/records-harness.ts';

const ann = overseer(11, 'samples', 'sets');
const channel = (value: string) => [{ value }];

/**
 * The values of the first rows in ascending order. Numbers, options and what users keep for themselves are in `list-query.model.sized.test.ts`,
 * all types in `fields/conformance.test.ts`.
 */
const orders: Readonly<Record<string, readonly unknown[]>> = {
  a_text: ['Ábel', 'bernd', 'Carla'],
  my_a_channel: ['9', '10', 'X'].map(channel),
};

const harness = harnessOfSuite({ settings: withExtensions('sample') });
const client = recordClient(harness);
/** The record at each place of the ascending values, and some in which nothing is set; made in another order. */
let rows: readonly number[];

beforeAll(async () => {
  const made = new Map<number, number>();
  for (const place of [3, 0, 5, 2, 1, 4])
    made.set(place, await create('samples', { name: `Row ${place}`, ...valuesAt(place) }));
  rows = Array.from({ length: made.size }, (_none, place) => made.get(place) ?? 0);
});

/** The values of the record at a place; nothing where there are less. */
function valuesAt(place: number): Fields {
  const pairs = Object.entries(orders).map(([key, ascending]) => [key, ascending[place]] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

const create = async (postType: string, fields: Fields) => (await client.create(fields, ann, postType)).ID;
const update = (id: number, fields: Fields) => client.update(id, fields, ann, 'samples');

async function listed(query: Fields): Promise<number[]> {
  const { posts } = await client.list({ fields_to_return: ['name'], ...query }, ann, 'samples');
  return posts.map(({ ID }) => Number(ID));
}

/** The rows alone, in the order of a list. */
const rowsBy = async (sort: string) => (await listed({ sort })).filter((id) => rows.includes(id));

/** As many rows in their order, those without a value behind them; equal ones by id, all of it the other way round descending. */
function expected(count: number) {
  const set = rows.slice(0, count);
  const others = rows.slice(count).toSorted((one, other) => one - other);
  return { up: [...set, ...others], down: [...set.toReversed(), ...others.toReversed()] };
}

test.each(Object.entries(orders))('a list is sorted by %s, in both directions', async (key, ascending) => {
  const { up, down } = expected(ascending.length);
  expect(await rowsBy(key)).toEqual(up);
  expect(await rowsBy(`-${key}`)).toEqual(down);
});

describe('a list sorted by a connection', () => {
  test('is sorted by the name of the first connected record, with unset last in both directions', async () => {
    for (const [key, type] of [
      ['sets', 'sets'],
      ['peers', 'samples'],
    ] as const) {
      const carla = await create(type, { name: 'Carla' });
      const abel = await create(type, { name: 'Ábel' });
      const bernd = await create(type, { name: 'bernd' });
      for (const [place, other] of [abel, bernd, carla].entries())
        await update(rows[place] ?? 0, { [key]: values(other) });
      await update(rows[1] ?? 0, { [key]: values(abel) });
      const { up, down } = expected(3);
      expect(await rowsBy(key)).toEqual(up);
      expect(await rowsBy(`-${key}`)).toEqual(down);
    }
  });

  test('sorts a record that has more connections than it stores', async () => {
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

test('a list filtered by name without a sort begins with the names that contain the first text', async () => {
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
