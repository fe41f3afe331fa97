import { expect, test } from '@jest/globals';
import { maxSearchedTextLength } from '@svc/contracts';
import { harnessOfSuite, mona } from './testing/comments-harness.ts';

const harness = harnessOfSuite();

const made = async (comment: string) => Number((await harness.create(mona, { comment })).comment_ID);

test('comments are told by their ids, those that are not there left out', async () => {
  const id = await made('as it is searched');
  expect(await harness.searchDocuments({ ids: [id, 999_999] })).toEqual([
    { id, post_type: 'contacts', record_id: harness.record, version: 1, content: 'as it is searched' },
  ]);
});

test('all comments are told page by page, by their ids', async () => {
  const ids = [await made('one'), await made('two'), await made('three')];
  const page = async (after: number) =>
    (await harness.searchDocuments({ after, limit: 2 })).map(({ id }) => id);
  const received: number[] = [];
  for (let next = await page(0); next.length > 0; next = await page(received.at(-1) ?? 0))
    received.push(...next);
  expect(received).toEqual(received.toSorted((one, other) => one - other));
  // Ids are taken in blocks: a later comment may have a lower one.
  expect(received).toEqual(expect.arrayContaining(ids));
});

test('of long comments a page has fewer, and of each as much as is searched', async () => {
  const long = '🙂'.repeat(maxSearchedTextLength);
  await harness.seed(60, long);
  const documents = await harness.searchDocuments({ after: 0, limit: 5_000 });
  expect(documents.length).toBeLessThan(60);
  const { content = '' } = documents.at(-1) ?? {};
  expect(content).toBe(long.slice(0, maxSearchedTextLength).toWellFormed());
});

test('comments are counted by the type of their records', async () => {
  const before = await harness.searchCounts();
  await made('one more');
  const after = await harness.searchCounts();
  expect(after['contacts']).toBe((before['contacts'] ?? 0) + 1);
});

const none = { changed: [], gone: [] };

test('comments that are what was known of them are not named', async () => {
  const id = await made('as it was');
  expect(await harness.changed([{ id, version: 1 }])).toEqual(none);
  expect(await harness.changed([])).toEqual(none);
});

test('of a comment that was changed or moved is told what it says now, and of which record', async () => {
  const id = await made('before');
  const other = await made('stays');
  await harness.update(mona, String(id), { comment: 'after' });
  const from = harness.record;
  const known = [id, other].map((each) => ({ id: each, version: 1 }));
  expect(await harness.changed(known)).toEqual({
    changed: [{ id, record_id: from, content: 'after' }],
    gone: [],
  });
  await harness.moveTo(from + 1);
  const { changed } = await harness.changed(known);
  const byId = new Map(changed.map((comment) => [comment.id, comment]));
  expect([byId.get(id), byId.get(other), byId.size]).toEqual([
    { id, record_id: from + 1, content: 'after' },
    { id: other, record_id: from + 1, content: 'stays' },
    2,
  ]);
});

test('comments that were deleted, or never were, are gone', async () => {
  const id = await made('soon gone');
  await harness.remove(mona, String(id));
  const known = [id, 987_654_321].map((each) => ({ id: each, version: 1 }));
  expect(await harness.changed(known)).toEqual({ changed: [], gone: [id, 987_654_321] });
});
