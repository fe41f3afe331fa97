import { beforeAll, expect, test } from '@jest/globals';
import { userActor } from '@svc/testing';
import { expectIndexOf } from './testing/expect-index-of.ts';
import { searchOfSuite } from './testing/search-harness.ts';

const ann = userActor(3, 'Ann', ['access_contacts']);
const shared_with = [ann.userId];
const nothing = { missing: 0, stale: 0, left_over: 0 };

const search = searchOfSuite(2);

beforeAll(async () => {
  await search.rebuilt();
  await search.world.createAll(
    Array.from({ length: 150 }, (_unused, at) => `Record ${at}`),
    { shared_with },
  );
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
  ['one that others see', 'stale', ({ id }) => search.world.change(id, others)],
  ['a deleted one', 'left_over', ({ id }) => search.world.drop(id)],
  ['one that the engine has lost', 'missing', ({ id }) => records().deleteDocument(id).waitTask()],
  ['one that never was', 'left_over', () => records().addDocuments(neverWas).waitTask()],
  ['one that others see, of the same version', 'stale', ({ id }) => search.world.replace(id, others)],
  ['one with other texts, of the same version', 'stale', ({ id }) => search.world.replace(id, { texts })],
];

const records = () => search.index('records');
const comments = () => search.index('comments');
const neverWas = [{ id: 999_999, post_type: 'contacts' }];
const others = { shared_with: [9] };
const texts = [{ field: 'notes', text: 'as it was before a backup' }];
/** Has a comment be this, of which no event is told. */
const say = (id: number, record_id: number, content: string, version = 1) =>
  search.world.changeComment({ id, record_id, content, version });

const ofComments: Drift[] = [
  ['a new one', 'missing', ({ id }) => say(search.world.nextId(), id, 'unheard')],
  ['a changed one', 'stale', ({ id, commentId }) => say(commentId, id, 'otherwise', 2)],
  ['a deleted one', 'left_over', ({ commentId }) => search.world.dropComment(commentId)],
  [
    'one that the engine has as it was not',
    'stale',
    ({ commentId: id }) =>
      comments()
        .updateDocuments([{ id, content: 'x' }])
        .waitTask(),
  ],
  ['one that never was', 'left_over', () => comments().addDocuments(neverWas).waitTask()],
];

/** How many of these the check has to find, of each kind. */
const counts = (drifts: readonly Drift[]) =>
  drifts.reduce((sums, [, found]) => ({ ...sums, [found]: sums[found] + 1 }), nothing);

test.each([
  ['records', ofRecords],
  ['comments', ofComments],
] as const)('changes of %s without events are found and repaired', async (name, drifts) => {
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

test('a check with equal counts compares samples and reports both counts', async () => {
  const counted = (all: readonly unknown[]) => {
    const contacts = all.length;
    return { at_source: { contacts }, in_index: { contacts }, ...nothing };
  };
  const check = await search.check();
  const { records, comments } = search.world;
  expect(check).toMatchObject({ is_thorough: false, records: counted(records), comments: counted(comments) });
  expect((await search.status()).check).toEqual(check);
});

test('a check with different counts compares every entry', async () => {
  const unheard = search.world.nextId();
  search.world.change(unheard, { name: 'Uncounted', shared_with });
  const { records } = await search.check();
  expect(records).toMatchObject({ missing: 1, compared: search.world.records.length });
  expect(records.at_source['contacts']).toBe((records.in_index['contacts'] ?? 0) + 1);
  await search.settled();
  expect(await search.names('uncounted', ann)).toEqual(['Uncounted']);
});

test('a reaction to a comment does not rewrite its entry', async () => {
  const tasks = async () => {
    const indexUids = ['svc_comments'];
    return (await search.engine.client.tasks.getTasks({ indexUids, limit: 1 })).total;
  };
  const { id, commentId } = await watched();
  await search.settled();
  const before = await tasks();
  const comment = { id: commentId, record_id: id };
  await search.world.sendComment({ ...comment, content: 'watched', version: 2 }, 'updated');
  await search.settled();
  expect(await tasks()).toBe(before);
  await search.world.sendComment({ ...comment, content: 'changed', version: 3 }, 'updated');
  await search.settled();
  expect(await tasks()).toBe(before + 1);
  expect(await search.check(true)).toMatchObject({ comments: nothing });
});
