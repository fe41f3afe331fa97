import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { maxSearchedTextLength } from '@svc/contracts';
import { CommentsHarness, mona } from './testing/comments-harness.ts';

let harness: CommentsHarness;

beforeAll(async () => {
  harness = await CommentsHarness.open();
});
afterAll(() => harness?.close());
beforeEach(() => {
  harness.record += 10;
});

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

test('only services are told', async () => {
  await expect(harness.searchDocuments({ ids: [1] }, mona)).rejects.toMatchObject({ code: 'not_trusted' });
});
