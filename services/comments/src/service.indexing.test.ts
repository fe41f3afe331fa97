import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { longestSearchedText } from '@svc/contracts';
import { CommentsBed, mona } from './testing/comments-bed.ts';

let bed: CommentsBed;

beforeAll(async () => {
  bed = await CommentsBed.open();
});
afterAll(() => bed?.close());
beforeEach(() => {
  bed.record += 10;
});

const made = async (comment: string) => Number((await bed.create(mona, { comment })).comment_ID);

test('comments are told by their ids, those that are not there left out', async () => {
  const id = await made('as it is searched');
  expect(await bed.searchDocuments({ ids: [id, 999_999] })).toEqual([
    { id, post_type: 'contacts', record_id: bed.record, version: 1, content: 'as it is searched' },
  ]);
});

test('all comments are told page by page, by their ids', async () => {
  const ids = [await made('one'), await made('two'), await made('three')];
  const page = async (after: number) => (await bed.searchDocuments({ after, limit: 2 })).map(({ id }) => id);
  const told: number[] = [];
  for (let next = await page(0); next.length > 0; next = await page(told.at(-1) ?? 0)) told.push(...next);
  expect(told).toEqual(told.toSorted((one, other) => one - other));
  // Ids are taken in blocks: a later comment may have a lower one.
  expect(told).toEqual(expect.arrayContaining(ids));
});

test('of long comments a page has fewer, and of each as much as is searched', async () => {
  const long = '🙂'.repeat(longestSearchedText);
  await bed.seed(60, long);
  const documents = await bed.searchDocuments({ after: 0, limit: 5_000 });
  expect(documents.length).toBeLessThan(60);
  const { content = '' } = documents.at(-1) ?? {};
  expect(content).toBe(long.slice(0, longestSearchedText).toWellFormed());
});

test('comments are counted by the type of their records', async () => {
  const before = await bed.searchCounts();
  await made('one more');
  const after = await bed.searchCounts();
  expect(after['contacts']).toBe((before['contacts'] ?? 0) + 1);
});

test('only services are told', async () => {
  await expect(bed.searchDocuments({ ids: [1] }, mona)).rejects.toMatchObject({ code: 'not_trusted' });
});
