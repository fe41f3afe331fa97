import { expect, test } from '@jest/globals';
import {
  recordsCreate,
  recordsGet,
  recordsList,
  recordsUpdate,
  type Actor,
  type Fields,
  type Operation,
} from '@svc/contracts';
import fc from 'fast-check';
import { sized } from '@svc/testing';
import { connect, disconnect, idsIn } from './testing/connected-client.ts';
import { bodiesOf, fieldChoices } from './testing/bodies.ts';
import { harnessOfSuite, overseer, withExtensions } from './testing/records-harness.ts';
import { seedGrid } from './testing/seed-grid.ts';

const reader = (userId: number) => overseer(userId, 'samples', 'sets', 'tests', 'others');
const ann = reader(3);
const bob = reader(4);
const harness = harnessOfSuite({
  before: seedGrid,
  instances: 2,
  settings: withExtensions('sample', 'fixtures'),
});

type Item = Fields & { ID: number };

/** Longer than a client waits: what is tested here is no matter of time. */
const ask = <Input, Output>(operation: Operation<Input, Output>, input: Input, caller: Actor) =>
  harness.harness.call(operation, input, caller, { milliseconds: 30_000 });
const create = (fields: Fields, caller = ann, postType = 'samples') =>
  ask(recordsCreate, { post_type: postType, fields, silent: true }, caller) as Promise<Item>;
const update = (id: number, fields: Fields, caller = ann, postType = 'samples') =>
  ask(recordsUpdate, { post_type: postType, id, fields, silent: true }, caller) as Promise<Item>;
/** A connection with a new set. */
const inNewSet = async () => connect((await create({ name: 'Set' }, ann, 'sets')).ID);
const get = (id: number, caller = ann, postType = 'samples') =>
  ask(recordsGet, { post_type: postType, id }, caller) as Promise<Item>;
const list = async (query: Fields = {}, caller = ann, postType = 'samples') =>
  (await ask(recordsList, { post_type: postType, query }, caller)).posts as Item[];

/** An item, as one of the instances has it; either may answer. */
const listed = async (id: number, caller = ann, postType = 'samples', query: Fields = {}) => {
  const item = (await list(query, caller, postType)).find(({ ID }) => ID === id);
  if (!item) throw new Error(`record ${id} is not listed`);
  return item;
};

/** What a get says that lists do not. */
const aloneKeys = ['title', 'created_date', 'post_author', 'post_author_display_name', 'permalink'];
const listedKeys = ['post_title', 'permalink'];

const without = (item: Fields, keys: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(item).filter(([key]) => !keys.includes(key)));

test('list items equal the single record for each reader after writes to any field type', async () => {
  const scenarios = fieldChoices.chain((keys) =>
    fc.array(fc.record({ userId: fc.constantFrom(3, 4), body: bodiesOf(keys) }), { maxLength: 4 }),
  );
  await fc.assert(
    fc.asyncProperty(scenarios, async (requests) => {
      const other = await create({ name: 'Other' }, ann, 'others');
      const { ID } = await create({ name: 'Model', a_connection: connect(other.ID) }, ann, 'tests');
      for (const { userId, body } of requests) {
        // Some of these writes are refused; then nothing changes.
        const caller = reader(userId);
        await update(ID, body(await get(ID, caller, 'tests')), caller, 'tests').catch(() => undefined);
        for (const caller of [ann, bob, ann]) {
          const alone = without(await get(ID, caller, 'tests'), aloneKeys);
          expect(without(await listed(ID, caller, 'tests'), listedKeys)).toEqual(alone);
        }
      }
    }),
    { numRuns: sized(8, 30) },
  );
});

test('a list item has the requested and the common fields, also after requests for other fields', async () => {
  const written = { a_text: 'A', a_number: 7, a_user: 5, my_a_text: 'mine', sets: await inNewSet() };
  const { ID } = await create({ name: 'Chosen', ...written });
  const whole = await listed(ID);
  expect(whole).toMatchObject({ permalink: `http://records.test/samples/${ID}` });
  const flags = ['a_flag', 'my_a_flag', 'favorite'];
  const always = ['ID', 'post_title', 'name', 'post_type', 'post_date', 'permalink', ...flags];
  for (const keys of [['a_text'], ['a_user', 'a_number'], ['sets', 'my_a_text', 'name'], ['name'], []]) {
    const chosen = [...keys, ...always];
    const expected = keys.length === 0 ? whole : without(whole, Object.keys(without(whole, chosen)));
    for (const caller of [ann, ann])
      expect(await listed(ID, caller, 'samples', { fields_to_return: keys })).toEqual(expected);
  }
});

test('list items show connections added, changed and removed at the other end', async () => {
  const set = await create({ name: 'Other end' }, ann, 'sets');
  const { ID } = await create({ name: 'This end' });
  const connected = async () =>
    ((await listed(ID))['sets'] as Fields[]).map(({ ID: id, meta }) => ({ id, meta }));
  expect([await connected(), await connected()]).toEqual([[], []]);
  await update(set.ID, { samples: connect(ID) }, ann, 'sets');
  expect([await connected(), await connected()]).toMatchObject([[{ id: set.ID }], [{ id: set.ID }]]);
  const described = { values: [{ value: ID, meta: { role: 'first' } }] };
  await update(set.ID, { samples: described }, ann, 'sets');
  const item = { id: set.ID, meta: { role: 'first' } };
  expect([await connected(), await connected()]).toEqual([[item], [item]]);
  await update(set.ID, { samples: disconnect(ID) }, ann, 'sets');
  expect([await connected(), await connected()]).toEqual([[], []]);
});

test('concurrent readers of the same records see only their own private values', async () => {
  const ids: number[] = [];
  for (const name of ['P', 'Q', 'R']) {
    const { ID } = await create({ name, favorite: true, my_a_text: `${name} of 3` }, ann);
    await update(ID, { my_a_text: `${name} of 4`, tasks: { values: [{ value: { note: 'secret' } }] } }, bob);
    ids.push(ID);
  }
  const expectOwn = async (caller: Actor) => {
    const items = (await list({ limit: 50 }, caller)).filter(({ ID }) => ids.includes(ID));
    expect(items).toHaveLength(ids.length);
    for (const { name, my_a_text: text, favorite, tasks } of items) {
      const isOwn = caller === ann || caller === bob;
      expect({ text, favorite, hasTasks: Boolean(tasks) }).toEqual({
        text: isOwn ? `${name as string} of ${caller.userId}` : undefined,
        favorite: caller === ann,
        hasTasks: caller === bob,
      });
    }
  };
  const callers = [ann, bob, reader(5), reader(6)];
  await Promise.all([...callers, ...callers, ...callers].map(expectOwn));
});

test('a list shows each record in one version, never older than a confirmed write', async () => {
  const ids = await Promise.all([1, 2].map(async () => (await create({ name: 'W', a_number: 0 })).ID));
  const answered = new Map(ids.map((id) => [id, 0]));
  const writes = 12;
  let isOver = false;
  const writer = async (id: number) => {
    for (let number = 1; number <= writes; number += 1) {
      const fields = { a_number: number, a_text: `${number}`, my_a_text: `${number}` };
      await update(id, { ...fields, sets: await inNewSet() });
      answered.set(id, number);
    }
  };
  const read = async () => {
    while (!isOver) {
      const least = new Map(answered);
      const posts = await list();
      for (const post of posts.filter(({ ID }) => ids.includes(ID))) {
        const number = post['a_number'] as number;
        expect(number).toBeGreaterThanOrEqual(least.get(post.ID) as number);
        if (number > 0) expect([post['a_text'], post['my_a_text']]).toEqual([`${number}`, `${number}`]);
        expect(idsIn(post['sets'])).toHaveLength(number);
      }
    }
  };
  const readers = [read(), read(), read()];
  try {
    await Promise.all(ids.map(writer));
  } finally {
    isOver = true;
  }
  await Promise.all(readers);
});
