import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { CommentsHarness, mona } from '../testing/comments-harness.ts';

let harness: CommentsHarness;

beforeAll(async () => {
  harness = await CommentsHarness.open();
});
afterAll(() => harness?.close());
beforeEach(() => {
  harness.record += 10;
});

const made = async (comment: string) => Number((await harness.create(mona, { comment })).comment_ID);
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

test('no caller asks for it', async () => {
  await expect(harness.changed([{ id: 1, version: 1 }], mona)).rejects.toMatchObject({ code: 'not_trusted' });
});
