import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  recordsCreate,
  recordsGet,
  recordsList,
  recordsUpdate,
  type Fields,
  type Operation,
} from '@svc/contracts';
import { countComment } from './lists/find-page.ts';
import { connect, connectedSettings, connector } from './testing/connected-client.ts';
import { RecordsHarness } from './testing/records-harness.ts';

const ann = connector(3);
let harness: RecordsHarness;

beforeAll(async () => {
  harness = await RecordsHarness.open();
  // One instance, of which is known what it knows.
  await harness.start({ ...connectedSettings, READ_CACHE: 'true' });
});

afterAll(() => harness?.close());

/** Longer than a client waits: what is tested here is no matter of time. */
const ask = <Input, Output>(operation: Operation<Input, Output>, input: Input) =>
  harness.harness.call(operation, input, ann, { milliseconds: 30_000 });
const create = (fields: Fields, postType: string) =>
  ask(recordsCreate, { post_type: postType, fields, silent: true }) as Promise<Fields & { ID: number }>;

/** What a piece of work reads of records, connections and private values, besides totals and the news of changes. */
async function readsOf(work: () => Promise<unknown>): Promise<string[]> {
  const profiled = await harness.profiled(work);
  const reads = profiled.filter(
    ({ op, command }) => ['query', 'command'].includes(op) && command?.['comment'] !== countComment,
  );
  const collections = ['records', 'edges', 'private_values'];
  return reads
    .map(({ ns }) => ns.slice(ns.indexOf('.') + 1))
    .filter((collection) => collections.includes(collection))
    .sort();
}

test('a page costs the same number of queries whatever its size, and fewer once its items are known, and none once it is', async () => {
  const team = await create({ name: 'Team' }, 'teams');
  await harness.seed('people', 500);
  const { ID: last } = await create({ name: 'Zoe', rating: 3, teams: connect(team.ID) }, 'people');
  const page = async (limit: number, more: Fields = {}) => {
    const query = { limit, sort: '-name', ...more, fields_to_return: ['rating', 'teams'] };
    const { posts } = await ask(recordsList, { post_type: 'people', query });
    expect(posts).toHaveLength(limit);
    expect(posts[0]).toMatchObject({ ID: last, rating: 3, teams: [{ ID: team.ID }] });
  };
  await page(1);
  for (const limit of [1, 10, 100, 500]) {
    const fields = { tags: { values: [{ value: `${limit}` }] } };
    await ask(recordsUpdate, { post_type: 'people', id: last, fields, silent: true });
    const renamed = { name: `Team ${limit}` };
    await ask(recordsUpdate, { post_type: 'teams', id: team.ID, fields: renamed, silent: true });
    // The page, its items with their connections, and the names of connected records.
    const made = ['edges', 'private_values', 'records', 'records', 'records'];
    expect(await readsOf(() => page(limit))).toEqual(made);
    // Which they are, and the names.
    const known = ['private_values', 'records', 'records'];
    expect(await readsOf(() => page(limit, { name: ['*'] }))).toEqual(known);
    expect(await readsOf(() => page(limit))).toEqual([]);
  }
});

test('records alone cost two queries at most for all that ask at once, and more only where there is more to read', async () => {
  const team = await create({ name: 'Alone' }, 'teams');
  const made = await Promise.all(
    ['A', 'B', 'C'].map((name) => create({ name, teams: connect(team.ID) }, 'people')),
  );
  const get = (ID: number) => ask(recordsGet, { post_type: 'people', id: ID }) as Promise<Fields>;
  const all = async (expected: Fields) => {
    for (const shape of await Promise.all(made.map(({ ID }) => get(ID))))
      expect(shape).toMatchObject({ teams: [{ ID: team.ID, ...expected }] });
  };
  // The records, and what each connection shows.
  const plain = ['records', 'records'];
  expect(await readsOf(() => all({ post_title: 'Alone' }))).toEqual(plain);
  const described = { values: made.map(({ ID }) => ({ value: ID, meta: { role: 'first' } })) };
  await ask(recordsUpdate, { post_type: 'teams', id: team.ID, fields: { members: described }, silent: true });
  expect(await readsOf(() => all({ meta: { role: 'first' } }))).toEqual(['edges', ...plain]);
  const { ID } = made[0] as { ID: number };
  await ask(recordsUpdate, { post_type: 'people', id: ID, fields: { rating: 3 }, silent: true });
  expect(await readsOf(() => all({}))).toEqual(['edges', 'private_values', ...plain]);
  expect(await get(ID)).toMatchObject({ rating: 3 });
});
