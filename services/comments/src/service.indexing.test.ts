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
  const [first] = ids;
  const after = (first ?? 1) - 1;
  const page = async (start: number) =>
    (await bed.searchDocuments({ after: start, limit: 2 })).map(({ id }) => id);
  expect(await page(after)).toEqual(ids.slice(0, 2));
  expect(await page(ids[1] ?? 0)).toEqual(ids.slice(2));
  expect(await page(ids[2] ?? 0)).toEqual([]);
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
