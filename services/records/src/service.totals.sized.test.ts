import { beforeAll, expect, test } from '@jest/globals';
import { type Actor, type Fields, type ListQuery } from '@svc/contracts';
import { sized, userActor } from '@svc/testing';
import { recordClient, values } from './testing/record-client.ts';
import { harnessOfSuite, overseer, withExtensions } from './testing/records-harness.ts';

const own = ['samples', 'sets'].flatMap((type) => [`access_${type}`, `create_${type}`]);
const ann = overseer(3, 'samples', 'sets');
const bob = userActor(4, 'Bob', own);
const harness = harnessOfSuite({ instances: 2, settings: withExtensions('sample') });
let set: number;

beforeAll(async () => {
  set = await create('sets', {}, ann);
});

const client = recordClient(harness);
const create = async (postType: string, fields: Fields, caller: Actor) =>
  (await client.create({ name: 'One', ...fields }, caller, postType)).ID;
const update = (id: number, fields: Fields) => client.update(id, fields, ann, 'samples');
const remove = (id: number) => client.remove(id, ann, 'samples');

/** What a list tells as its total, and how many it has. */
async function listed(query: ListQuery, caller: Actor): Promise<{ total: number; shown: number }> {
  const asked = { ...query, limit: 1000, fields_to_return: ['name'] };
  const { posts, total } = await client.list(asked, caller, 'samples');
  return { total, shown: posts.length };
}

/** Asked more than once: any of the instances answers. */
async function expectTrueTotals(query: ListQuery, caller: Actor): Promise<void> {
  const answers = await Promise.all([listed(query, caller), listed(query, caller)]);
  for (const { total, shown } of answers) expect({ query, total }).toEqual({ query, total: shown });
}

const tags = (...all: string[]) => ({ ...values(...all), force_values: true });

const writes: Readonly<Record<string, (id: number) => Promise<unknown>>> = {
  'a new record': () => create('samples', { an_option: 'one', some_tags: tags('x') }, ann),
  'a new record of somebody else': () => create('samples', { a_number: 5 }, bob),
  'a new record of another type': () => create('sets', {}, bob),
  'a changed option': (id) => update(id, { an_option: 'two' }),
  'an unset option': (id) => update(id, { an_option: '' }),
  'more tags': (id) => update(id, { some_tags: tags('x', 'y') }),
  'other tags': (id) => update(id, { some_tags: tags('y') }),
  'a changed number': (id) => update(id, { a_number: 7 }),
  'a changed name': (id) => update(id, { name: 'Two' }),
  'a changed text': (id) => update(id, { a_text: 'needle' }),
  'a flag': (id) => update(id, { a_flag: true }),
  'a share': (id) => update(id, { a_user: 4 }),
  'a connection': (id) => update(id, { sets: values(set) }),
  'no connection': (id) => update(id, { sets: { values: [], force_values: true } }),
  'a private value': (id) => update(id, { my_an_option: 'one' }),
  'no private value': (id) => update(id, { my_an_option: '' }),
  'a deleted record': (id) => remove(id),
};

const queries = (): ListQuery[] => [
  {},
  { an_option: ['one'] },
  { an_option: ['-one'] },
  { some_tags: ['x'] },
  { some_tags: ['x', '-y'] },
  { a_number: { operator: '>', number: 4 } },
  { name: 'Two' },
  { a_text: ['needle'] },
  { a_flag: ['1'] },
  { sets: [set] },
  { sets: ['-*'] },
  { my_an_option: ['one'] },
  { shared_with: ['4'] },
  { a_user: ['me'], an_option: ['two'] },
  { text: 'needle' },
];

test('after every kind of write the totals of all lists are right on every instance', async () => {
  const id = await create('samples', { an_option: 'one', some_tags: tags('x'), a_number: 5 }, ann);
  for (const write of Object.values(writes)) {
    await write(id);
    for (const query of queries())
      await Promise.all([ann, bob].map((caller) => expectTrueTotals(query, caller)));
  }
});

test('a total after a confirmed write includes it, also with concurrent writers', async () => {
  await Promise.all(
    [1, 2, 3, 4].map(async (writer) => {
      const query = { a_text: [`^writer ${writer}`] };
      for (let round = 1; round <= sized(10, 40); round += 1) {
        await create('samples', { a_text: `writer ${writer}` }, writer % 2 === 0 ? ann : bob);
        const totals = await Promise.all([1, 2, 3].map(() => listed(query, ann)));
        expect(totals.map(({ total }) => total)).toEqual([round, round, round]);
      }
    }),
  );
});
