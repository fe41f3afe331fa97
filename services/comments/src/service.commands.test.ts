import { expect, test } from '@jest/globals';
import { audience, harnessOfSuite, mona, omar } from './testing/comments-harness.ts';

const harness = harnessOfSuite();

const checker = { kind: 'system', user_id: 0, display_name: 'Duplicate Checker', email: '' } as const;

test('comments that belong to a write are listed like others, in the order they were sent', async () => {
  const { ids } = await harness.add([
    { text: 'first <b>note</b>' },
    { text: 'second note' },
    { text: 'might be one', type: 'duplicate', author: checker, silent: false },
  ]);
  const { comments, total } = await harness.list();
  expect(total).toBe(3);
  expect(comments).toMatchObject([
    {
      comment_content: 'first note',
      comment_author: 'Mona Multiplier',
      user_id: '3',
      comment_type: 'comment',
    },
    { comment_content: 'second note', comment_date: '2023-11-14 22:13:20' },
    { comment_author: 'Duplicate Checker', user_id: '0', comment_type: 'duplicate', gravatar: '' },
  ]);
  expect(ids).toEqual(comments.map((comment) => comment.comment_ID));
  expect((await harness.events(3)).map(({ silent }) => silent)).toEqual([true, true, false]);
  expect((await harness.commandsReceived(3)).map(({ author }) => author.kind)).toEqual([
    'user',
    'user',
    'system',
  ]);
});

test('what the command says of the record is told with those comments of which somebody is notified', async () => {
  const record = { record_name: 'Mary', audience };
  await harness.add([{ text: 'hello @[Omar](4)', silent: false }, { text: 'a note of @[Omar](4)' }], record);
  const [first, note] = await harness.events(2);
  expect(first).toMatchObject({ silent: false, mentions: [4], ...record });
  expect(note).toMatchObject({ silent: true });
  for (const key of ['mentions', 'record_name', 'audience']) expect(note).not.toHaveProperty(key);
});

test('a command that says nothing of the record is carried out all the same', async () => {
  await harness.add([{ text: 'hello @[Omar](4)', silent: false }]);
  const [received] = await harness.events(1);
  expect(received).toMatchObject({ silent: false, mentions: [4] });
  for (const key of ['record_name', 'audience']) expect(received).not.toHaveProperty(key);
});

test('a long text that belongs to a write becomes several comments, of which the first is answered', async () => {
  const { ids } = await harness.add([{ text: 'é'.repeat(6_000) }, { text: 'short' }]);
  const { comments } = await harness.list();
  expect(comments.map((comment) => comment.comment_content.length)).toEqual([2_499, 2_499, 1_002, 5]);
  expect(ids).toEqual([comments[0]?.comment_ID, comments[3]?.comment_ID]);
});

test('comments that are added to a deleted record go with it', async () => {
  await harness.purge();
  await harness.add([{ text: 'late' }]);
  expect((await harness.list()).total).toBe(0);
  await harness.events(2);
});

test('all comments of a merged record move to the other one, and twice is once', async () => {
  const from = harness.record;
  await harness.create(mona, { meta: { k: 'v' }, date: '2020-01-01' });
  for (let made = 0; made < 9; made += 1) await harness.create(omar, { comment: 'é'.repeat(60_000) });
  const before = await harness.list();
  expect(before.total).toBeGreaterThan(200);
  harness.record += 1;
  await harness.create(omar, { comment: 'of the other' });
  const to = harness.record;
  harness.record = from;
  expect(await harness.moveTo(to)).toEqual({ moved: before.total });
  expect(await harness.moveTo(to)).toEqual({ moved: 0 });
  expect((await harness.list()).total).toBe(0);
  harness.record = to;
  const after = await harness.list();
  expect(after.total).toBe(before.total + 1);
  const moved = after.comments.filter((comment) => comment.comment_content !== 'of the other');
  expect(moved).toEqual(before.comments.map((comment) => ({ ...comment, comment_post_ID: String(to) })));
  const received = (await harness.events(before.total + 1)).filter(
    ({ verb }) => verb === 'svc.comment.updated',
  );
  expect(received).toHaveLength(before.total);
  expect(new Set(received.map(({ version }) => version))).toEqual(new Set([2]));
});

test('comments do not move from a record to itself', async () => {
  await harness.create(mona);
  expect(await harness.moveTo(harness.record)).toEqual({ moved: 0 });
  expect((await harness.list()).total).toBe(1);
  await harness.events(1);
});

test('comments that move to a deleted record go with it', async () => {
  const from = harness.record;
  await harness.create(mona);
  harness.record += 1;
  await harness.purge();
  const to = harness.record;
  harness.record = from;
  await harness.moveTo(to);
  expect((await harness.list()).total).toBe(0);
  harness.record = to;
  expect((await harness.list()).total).toBe(0);
});

/** How many comments each of these records has. */
async function totals(...records: number[]): Promise<number[]> {
  const found: number[] = [];
  for (const record of records) {
    harness.record = record;
    found.push((await harness.list()).total);
  }
  return found;
}

async function createMany(): Promise<number> {
  for (let made = 0; made < 9; made += 1) await harness.create(omar, { comment: 'é'.repeat(60_000) });
  return (await harness.list()).total;
}

test('no comment is lost when a merged record is deleted while its comments move', async () => {
  const count = await createMany();
  const from = harness.record;
  const to = harness.record + 1;
  await Promise.all([harness.moveTo(to), harness.purge(to)]);
  expect(await totals(from, to)).toEqual([0, count]);
});

test('comments move on with a record that is merged itself, whichever move comes first', async () => {
  const count = await createMany();
  const first = harness.record;
  const second = harness.record + 1;
  const third = harness.record + 2;
  const moving = harness.moveTo(second);
  harness.record = second;
  await Promise.all([moving, harness.moveTo(third)]);
  expect(await totals(first, second, third)).toEqual([0, 0, count]);
});

test('a note of a write before a merge goes where the comments went, a later one stays', async () => {
  const from = harness.record;
  const to = harness.record + 1;
  await harness.moveTo(to);
  await harness.add([{ text: 'before the merge' }]);
  await harness.add([{ text: 'after it', date: Math.floor(Date.now() / 1000) + 60 }]);
  expect(await totals(from, to)).toEqual([1, 1]);
});

test('of two merges crosswise the later one counts', async () => {
  const one = harness.record;
  const other = harness.record + 1;
  await harness.create(omar);
  await harness.moveTo(other);
  harness.record = other;
  await harness.moveTo(one);
  expect(await totals(one, other)).toEqual([1, 0]);
  harness.record = one;
  await harness.add([{ text: 'a note' }]);
  expect(await totals(one, other)).toEqual([2, 0]);
});
