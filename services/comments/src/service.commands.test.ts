import { expect, test } from '@jest/globals';
import { until } from '@svc/testing';
import { audience, harnessOfSuite, mona, omar } from './testing/comments-harness.ts';

const harness = harnessOfSuite();

const checker = { kind: 'system', user_id: 0, display_name: 'Duplicate Checker', email: '' } as const;

/** The harness, with another record from now on. */
function at(record: number): typeof harness {
  harness.record = record;
  return harness;
}

/** How many comments each of these records has. */
async function totals(...records: number[]): Promise<number[]> {
  const found: number[] = [];
  for (const record of records) found.push((await at(record).list()).total);
  return found;
}

/** Adds more comments to the record than one transaction moves or deletes. */
async function createMany(): Promise<number> {
  for (let made = 0; made < 9; made += 1) await harness.create(omar, { comment: 'é'.repeat(60_000) });
  const { total } = await harness.list();
  expect(total).toBeGreaterThan(200);
  return total;
}

test('comments of a record write are listed in the order they were sent', async () => {
  const { ids } = await harness.add([
    { text: 'first <b>note</b>' },
    { text: 'second note' },
    { text: 'might be one', type: 'duplicate', author: checker, silent: false },
  ]);
  const { comments, total } = await harness.list();
  expect(total).toBe(3);
  expect(comments).toMatchObject([
    { comment_content: 'first note', comment_author: 'Mona Multiplier', user_id: '3' },
    { comment_content: 'second note', comment_date: '2023-11-14 22:13:20' },
    { comment_author: 'Duplicate Checker', user_id: '0', comment_type: 'duplicate', gravatar: '' },
  ]);
  expect(ids).toEqual(comments.map((comment) => comment.comment_ID));
  expect((await harness.events(3)).map(({ silent }) => silent)).toEqual([true, true, false]);
  const told = await harness.commandsReceived(3);
  expect(told.map(({ author }) => author.kind)).toEqual(['user', 'user', 'system']);
});

test.each([
  ['the record as the command describes it', { record_name: 'Mary', audience }],
  ['no record details that the command lacks', {}],
])('the events of notifying comments have %s', async (_what, about) => {
  await harness.add([{ text: 'hello @[Omar](4)', silent: false }, { text: 'a note of @[Omar](4)' }], about);
  const [first, note] = await harness.events(2);
  expect(first).toMatchObject({ silent: false, mentions: [4], ...about });
  expect(note).toMatchObject({ silent: true });
  for (const key of ['mentions', 'record_name', 'audience']) expect(note).not.toHaveProperty(key);
  for (const key of ['record_name', 'audience']) if (!(key in about)) expect(first).not.toHaveProperty(key);
});

test('a long text of a record write is split into several comments and the first is answered', async () => {
  const { ids } = await harness.add([{ text: 'é'.repeat(6_000) }, { text: 'short' }]);
  const { comments } = await harness.list();
  expect(comments.map((comment) => comment.comment_content.length)).toEqual([2_499, 2_499, 1_002, 5]);
  expect(ids).toEqual([comments[0]?.comment_ID, comments[3]?.comment_ID]);
});

test('comments that are added to a deleted record are deleted', async () => {
  await harness.purge();
  await harness.add([{ text: 'late' }]);
  expect((await harness.list()).total).toBe(0);
  await harness.events(2);
});

test('all comments of a merged record move to the other record, also when the command repeats', async () => {
  const from = harness.record;
  const to = from + 1;
  await harness.create(mona, { meta: { k: 'v' }, date: '2020-01-01' });
  const count = await createMany();
  const { comments } = await harness.list();
  await at(to).create(omar, { comment: 'of the other' });
  // A creation that has just been answered sees the merge too, and may move its comments itself.
  expect((await at(from).moveTo(to)).moved).toBeLessThanOrEqual(count);
  expect(await harness.moveTo(to)).toEqual({ moved: 0 });
  expect(await totals(from, to)).toEqual([0, count + 1]);
  const moved = (await harness.list()).comments.filter(
    (comment) => comment.comment_content !== 'of the other',
  );
  expect(moved).toEqual(comments.map((comment) => ({ ...comment, comment_post_ID: String(to) })));
  const received = (await harness.events(count + 1)).filter(({ verb }) => verb === 'svc.comment.updated');
  expect(received.map(({ version }) => version)).toEqual(Array(count).fill(2));
});

test('comments do not move from a record to itself', async () => {
  await harness.create(mona);
  expect(await harness.moveTo(harness.record)).toEqual({ moved: 0 });
  expect(await totals(harness.record)).toEqual([1]);
  await harness.events(1);
});

test('comments that move to a deleted record are deleted', async () => {
  const from = harness.record;
  await harness.create(mona);
  await at(from + 1).purge();
  await at(from).moveTo(from + 1);
  expect(await totals(from, from + 1)).toEqual([0, 0]);
});

test('no comment is lost when a merged record is deleted while its comments move', async () => {
  const from = harness.record;
  const count = await createMany();
  await Promise.all([harness.moveTo(from + 1), harness.purge(from + 1)]);
  expect(await totals(from, from + 1)).toEqual([0, count]);
});

test('comments follow a chain of merges, in any order of the moves', async () => {
  const first = harness.record;
  const count = await createMany();
  await Promise.all([harness.moveTo(first + 1), at(first + 1).moveTo(first + 2)]);
  expect(await totals(first, first + 1, first + 2)).toEqual([0, 0, count]);
});

test('a note of a write before a merge follows the merge, a later note does not', async () => {
  const from = harness.record;
  await harness.moveTo(from + 1);
  await harness.add([{ text: 'before the merge' }]);
  await harness.add([{ text: 'after it', date: Math.floor(Date.now() / 1000) + 60 }]);
  expect(await totals(from, from + 1)).toEqual([1, 1]);
});

test('of two merges in opposite directions the later one applies', async () => {
  const one = harness.record;
  const other = one + 1;
  await harness.create(omar);
  await harness.moveTo(other);
  await at(other).moveTo(one);
  expect(await totals(one, other)).toEqual([1, 0]);
  await at(one).add([{ text: 'a note' }]);
  expect(await totals(one, other)).toEqual([2, 0]);
});

test('a comment that is created while its record is deleted is deleted', async () => {
  await harness.create(mona);
  harness.meanwhile = () => harness.purge();
  const late = await harness.create(mona, { comment: 'late' });
  await until(async () => expect((await harness.list()).total).toBe(0));
  const received = (await harness.events(4)).filter(({ id }) => id === Number(late.comment_ID));
  expect(received).toMatchObject([
    { verb: 'svc.comment.created', version: 1 },
    { verb: 'svc.comment.deleted', version: 2 },
  ]);
});

test('purging a record deletes its comments only, and can be repeated', async () => {
  const kept = harness.record;
  await harness.create(mona);
  at(kept + 1);
  const count = await createMany();
  // A creation that has just been answered sees the deletion too, and may delete its comments itself.
  expect((await harness.purge()).deleted).toBeLessThanOrEqual(count);
  expect(await harness.purge()).toEqual({ deleted: 0 });
  const deletions = (await harness.events(2 * count)).filter(({ verb }) => verb === 'svc.comment.deleted');
  expect(new Set(deletions.map(({ id }) => id)).size).toBe(count);
  expect(await totals(kept, kept + 1)).toEqual([1, 0]);
});
