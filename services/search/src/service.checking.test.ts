import { beforeAll, expect, test } from '@jest/globals';
import { userActor } from '@svc/service-kit/testing';
import { expectIndexOf } from './testing/expect-index-of.ts';
import { searchOfSuite } from './testing/search-harness.ts';

const ann = userActor(3, 'Ann', ['access_contacts']);
const shared_with = [ann.userId];
const nothing = { missing: 0, stale: 0, left_over: 0 };

const search = searchOfSuite(2);

beforeAll(async () => {
  await search.rebuilt();
  for (let record = 0; record < 150; record += 1)
    await search.world.create({ name: `Record ${record}`, shared_with });
});

/** A record with a comment, made and told. */
interface Watched {
  readonly id: number;
  readonly commentId: number;
}

async function watched(): Promise<Watched> {
  const id = await search.world.create({ name: 'Watched', shared_with });
  const commentId = await search.world.comment(id, 'watched');
  return { id, commentId };
}

/** A change of which no event is told, and as what the check counts it. */
type Drift = [what: string, found: keyof typeof nothing, change: (of: Watched) => Promise<unknown> | void];

const ofRecords: Drift[] = [
  ['a new one', 'missing', () => search.world.change(search.world.nextId(), { name: 'Unheard' })],
  ['a changed one', 'stale', ({ id }) => search.world.change(id, { name: 'Otherwise' })],
  ['one that others see', 'stale', ({ id }) => search.world.change(id, { shared_with: [9] })],
  ['a deleted one', 'left_over', ({ id }) => search.world.drop(id)],
  [
    'one that the engine has lost',
    'missing',
    ({ id }) => search.index('records').deleteDocument(id).waitTask(),
  ],
  ['one that never was', 'left_over', () => addEntry('records', { id: 999_999 })],
  [
    'one that others see, of the same version after a backup',
    'stale',
    ({ id }) => search.world.replace(id, { shared_with: [9] }),
  ],
  [
    'one with other texts, of the same version after a backup',
    'stale',
    ({ id }) =>
      search.world.replace(id, { name: 'Restored', texts: [{ field: 'notes', text: 'as it was' }] }),
  ],
];

const ofComments: Drift[] = [
  [
    'a new one',
    'missing',
    ({ id }) => search.world.changeComment({ id: search.world.nextId(), record_id: id, content: 'unheard' }),
  ],
  [
    'a changed one',
    'stale',
    ({ id, commentId }) =>
      search.world.changeComment({ id: commentId, record_id: id, content: 'otherwise', version: 2 }),
  ],
  ['a deleted one', 'left_over', ({ commentId }) => search.world.dropComment(commentId)],
  [
    'one that the engine has as it was not',
    'stale',
    ({ commentId: id }) =>
      search
        .index('comments')
        .updateDocuments([{ id, content: 'x' }])
        .waitTask(),
  ],
  ['one that never was', 'left_over', () => addEntry('comments', { id: 999_999 })],
];

const addEntry = (name: 'records' | 'comments', entry: { id: number }) =>
  search
    .index(name)
    .addDocuments([{ ...entry, post_type: 'contacts' }])
    .waitTask();

/** How many of these the check has to find, of each kind. */
const counts = (drifts: readonly Drift[]) =>
  drifts.reduce((sums, [, found]) => ({ ...sums, [found]: sums[found] + 1 }), nothing);

test.each([
  ['records', ofRecords],
  ['comments', ofComments],
] as const)('what no event has told of %s is found and repaired', async (name, drifts) => {
  const all = [];
  for (const [, , change] of drifts) all.push({ change, of: await watched() });
  await search.settled();
  for (const { change, of } of all) await change(of);
  const check = await search.check(true);
  expect(check).toMatchObject({ state: 'done', records: nothing, comments: nothing, [name]: counts(drifts) });
  await search.settled();
  await expectIndexOf(search);
  expect(await search.check(true)).toMatchObject({ records: nothing, comments: nothing });
});

test('where counts agree, samples are compared, and both counts are told', async () => {
  const { records, comments } = search.world;
  const check = await search.check();
  expect(check).toMatchObject({
    is_thorough: false,
    records: { at_source: { contacts: records.length }, in_index: { contacts: records.length }, ...nothing },
    comments: {
      at_source: { contacts: comments.length },
      in_index: { contacts: comments.length },
      ...nothing,
    },
  });
  const { check: told } = await search.status();
  expect(told).toEqual(check);
});

test('where counts differ, everything is compared', async () => {
  const unheard = search.world.nextId();
  search.world.change(unheard, { name: 'Uncounted', shared_with });
  const { records } = await search.check();
  expect(records).toMatchObject({ missing: 1, compared: search.world.records.length });
  expect(records.at_source['contacts']).toBe((records.in_index['contacts'] ?? 0) + 1);
  await search.settled();
  expect(await search.names('uncounted', ann)).toEqual(['Uncounted']);
});

test('a reaction to a comment leaves its entry as it is', async () => {
  const tasks = async () => {
    const indexUids = ['svc_comments'];
    return (await search.engine.client.tasks.getTasks({ indexUids, limit: 1 })).total;
  };
  const { id, commentId } = await watched();
  await search.settled();
  const before = await tasks();
  await search.world.sendComment({ id: commentId, record_id: id, content: 'watched', version: 2 }, 'updated');
  await search.settled();
  expect(await tasks()).toBe(before);
  await search.world.sendComment({ id: commentId, record_id: id, content: 'changed', version: 3 }, 'updated');
  await search.settled();
  expect(await tasks()).toBe(before + 1);
  expect(await search.check(true)).toMatchObject({ comments: nothing });
});
