import { expect, test } from '@jest/globals';
import { maxCommentedRecords, maxSearchedTextLength } from '@svc/contracts';
import { harnessOfSuite, mona, omar } from './testing/comments-harness.ts';

const harness = harnessOfSuite();

const isFound = async (text: string) => (await harness.found(text)).record_ids.includes(harness.record);

test.each([
  ['at any position', 'we met on Friday', 'on fri'],
  ['in any case', 'Élan ВСТРЕЧА', 'éLAN встреча'],
  ['with special characters', 'costs 5$ (or more) [a.b]*', '5$ (OR more) [a.b]*'],
  ['with characters that HTML escapes', 'fish & chips <3', 'fish & chips <3'],
  ['with a single escaped character', 'a & b', '&'],
  ['with text that looks like an entity', 'write &amp;amp; for it', '&amp;'],
  ['through tags', 'an <em>impor</em>tant <strong>day</strong>', 'important day'],
  ['in a link', 'see <a href="https://x.test/page">the page</a>', 'see the page'],
  ['across lines', 'first line<br>second line', 'line second'],
  ['across repeated spaces', 'first \n  line', 'first line'],
  ['in any script', 'سلام 你好\u3000朋友 🙂', '好 朋友 🙂'],
])('a record is found by a text in its comments %s', async (_where, comment, text) => {
  await harness.create(mona, { comment });
  expect(await isFound(text)).toBe(true);
});

test.each([
  ['a pattern', 'a text', 'a.t'],
  ['the name of a tag', '<strong>hello</strong>', 'strong'],
  ['a bracket of a tag', '<strong>hello</strong>', '>'],
  ['the address of a link', '<a href="https://x.test/page">here</a>', 'x.test'],
  ['the name of an entity', 'a & b', 'amp'],
  ['the end of an entity', 'a & b', ';'],
  ['joined words of two lines', 'first<br>second', 'firstsecond'],
  ['the name of the author', 'hello', 'Mona'],
])('a record is not found by %s', async (_what, comment, text) => {
  await harness.create(mona, { comment });
  expect(await isFound(text)).toBe(false);
});

test('a record is found once for several matching comments', async () => {
  await harness.create(mona, { comment: 'often twofold' });
  await harness.create(omar, { comment: 'twofold again' });
  expect(await harness.found('twofold')).toEqual({ record_ids: [harness.record], has_more: false });
});

test('records are found in the order of their newest comments', async () => {
  const first = harness.record;
  const second = harness.record + 1;
  await harness.create(mona, { id: first, comment: 'ordered' });
  await harness.create(mona, { id: second, comment: 'ordered' });
  await harness.create(mona, { id: first, comment: 'ordered' });
  expect((await harness.found('ordered')).record_ids).toEqual([first, second]);
});

test('only records of the type are found', async () => {
  await harness.create(mona, { comment: 'of contacts only' });
  expect((await harness.found('of contacts only', 'groups')).record_ids).toEqual([]);
});

test('a comment is found by its current text and not after its deletion', async () => {
  const { comment_ID: id } = await harness.create(mona, { comment: 'said before' });
  await harness.update(mona, id, { comment: 'says now' });
  expect([await isFound('said before'), await isFound('says now')]).toEqual([false, true]);
  await harness.remove(mona, id);
  expect(await isFound('says now')).toBe(false);
});

const made = async (comment: string) => Number((await harness.create(mona, { comment })).comment_ID);

test('comments are returned by id without unknown ones', async () => {
  const content = 'as it is searched';
  const id = await made(content);
  const document = { id, post_type: 'contacts', record_id: harness.record, version: 1, content };
  expect(await harness.searchDocuments({ ids: [id, 999_999] })).toEqual([document]);
});

test('all comments are returned in pages, ordered by id', async () => {
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

test('a page has fewer long comments, each cut to the searched length', async () => {
  const long = '🙂'.repeat(maxSearchedTextLength);
  const [first = 0] = await harness.seed(60, long);
  const documents = await harness.searchDocuments({ after: first - 1, limit: 5_000 });
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

test('unchanged comments are left out of the answer', async () => {
  const id = await made('as it was');
  expect(await harness.changed([{ id, version: 1 }])).toEqual(none);
  expect(await harness.changed([])).toEqual(none);
});

test('a changed or moved comment is returned with its current text and record', async () => {
  const id = await made('before');
  const other = await made('stays');
  await harness.update(mona, String(id), { comment: 'after' });
  const from = harness.record;
  const known = [id, other].map((each) => ({ id: each, version: 1 }));
  const changed = [{ id, record_id: from, content: 'after' }];
  expect(await harness.changed(known)).toEqual({ changed, gone: [] });
  await harness.moveTo(from + 1);
  const moved = [
    { id, record_id: from + 1, content: 'after' },
    { id: other, record_id: from + 1, content: 'stays' },
  ];
  expect(new Set((await harness.changed(known)).changed)).toEqual(new Set(moved));
});

test('deleted and unknown comments are reported as gone', async () => {
  const id = await made('soon gone');
  await harness.remove(mona, String(id));
  const known = [id, 987_654_321].map((each) => ({ id: each, version: 1 }));
  expect(await harness.changed(known)).toEqual({ changed: [], gone: [id, 987_654_321] });
});

test('too many found records are cut to those of the newest comments and flagged as cut', async () => {
  const ids = await harness.seed(maxCommentedRecords + 1, 'seeded text');
  const { record_ids: found, has_more: hasMore } = await harness.found('seeded');
  expect(hasMore).toBe(true);
  expect(found).toEqual(ids.slice(1).reverse());
});

test('a search in the database ends at the deadline of the request', async () => {
  // From every letter on, a hundred are as they should be: thousands of millions of comparisons.
  await harness.seed(8_000, `${'a'.repeat(2_500)}cb`);
  const text = `${'a'.repeat(99)}b`;
  await expect(harness.found(text, 'contacts', { milliseconds: 900 })).rejects.toMatchObject({
    code: 'search_viewable_post',
    status: 503,
    message: expect.stringContaining('fields_to_search'),
  });
});
