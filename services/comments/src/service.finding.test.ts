import { describe, expect, test } from '@jest/globals';
import { maxCommentedRecords } from '@svc/contracts';
import { harnessOfSuite, mona, omar } from './testing/comments-harness.ts';

const harness = harnessOfSuite();

const isFound = async (text: string) => (await harness.found(text)).record_ids.includes(harness.record);

describe('a record is found by a text in its comments', () => {
  test.each([
    ['anywhere in it', 'we met on Friday', 'on fri'],
    ['whatever the case', 'Élan ВСТРЕЧА', 'éLAN встреча'],
    ['with special characters', 'costs 5$ (or more) [a.b]*', '5$ (OR more) [a.b]*'],
    ['with characters that HTML writes differently', 'fish & chips <3', 'fish & chips <3'],
    ['with such a character alone', 'a & b', '&'],
    ['with what looks like an entity', 'write &amp;amp; for it', '&amp;'],
    ['through tags', 'an <em>impor</em>tant <strong>day</strong>', 'important day'],
    ['in a link', 'see <a href="https://x.test/page">the page</a>', 'see the page'],
    ['over lines', 'first line<br>second line', 'line second'],
    ['over more blanks than were asked for', 'first \n  line', 'first line'],
    ['in any script', 'سلام 你好\u3000朋友 🙂', '好 朋友 🙂'],
  ])('%s', async (_what, comment, text) => {
    await harness.create(mona, { comment });
    expect(await isFound(text)).toBe(true);
  });
});

describe('a record is not found by', () => {
  test.each([
    ['a pattern', 'a text', 'a.t'],
    ['the name of a tag', '<strong>hello</strong>', 'strong'],
    ['a bracket of a tag', '<strong>hello</strong>', '>'],
    ['the address of a link', '<a href="https://x.test/page">here</a>', 'x.test'],
    ['the name of an entity', 'a & b', 'amp'],
    ['the end of an entity', 'a & b', ';'],
    ['words of two lines as one', 'first<br>second', 'firstsecond'],
    ['the name of who commented', 'hello', 'Mona'],
  ])('%s', async (_what, comment, text) => {
    await harness.create(mona, { comment });
    expect(await isFound(text)).toBe(false);
  });
});

test('a record is found once, however many of its comments contain the text', async () => {
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

test('a comment that was changed is found by what it says now', async () => {
  const { comment_ID: id } = await harness.create(mona, { comment: 'said before' });
  await harness.update(mona, id, { comment: 'says now' });
  expect([await isFound('said before'), await isFound('says now')]).toEqual([false, true]);
});

test('a deleted comment finds nothing', async () => {
  const { comment_ID: id } = await harness.create(mona, { comment: 'soon gone' });
  await harness.remove(mona, id);
  expect(await isFound('soon gone')).toBe(false);
});

test('more records than one text may find are cut to those of the newest comments, and it is said', async () => {
  const ids = await harness.seed(maxCommentedRecords + 1, 'seeded text');
  const { record_ids: found, has_more: hasMore } = await harness.found('seeded');
  expect(hasMore).toBe(true);
  expect(found).toEqual(ids.slice(1).reverse());
});

test('looking for a text ends before nobody waits for the answer any more', async () => {
  // From every letter on, a hundred are as they should be: thousands of millions of comparisons.
  await harness.seed(8_000, `${'a'.repeat(2_500)}cb`);
  const text = `${'a'.repeat(99)}b`;
  await expect(harness.found(text, 'contacts', { milliseconds: 900 })).rejects.toMatchObject({
    code: 'search_viewable_post',
    status: 503,
    message: expect.stringContaining('fields_to_search'),
  });
});
