import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { CommentsHarness, link, mona, outsider } from './testing/comments-harness.ts';

let harness: CommentsHarness;

beforeAll(async () => {
  harness = await CommentsHarness.open();
});

afterAll(async () => harness?.close());

beforeEach(() => {
  harness.record += 1;
});

const author = { kind: 'user', user_id: 3, display_name: mona.displayName, email: mona.email };

test('whoever a comment mentions gets the record shared, before the comment is answered', async () => {
  await harness.create(mona, { comment: 'Look, @[Otto](4) and @[Vera](5), and @[Otto](4) again' });
  const input = { post_type: 'contacts', record_id: harness.record, user_ids: [4, 5], author };
  expect(await harness.sharings(1)).toEqual([input]);
});

test('a site link mentions in its own name, and records decides', async () => {
  await harness.create(link, { comment: '@[Otto](4)' });
  expect(await harness.sharings(1)).toMatchObject([
    { user_ids: [4], author: { kind: 'site_link', user_id: 0 } },
  ]);
});

test('a comment of any type mentions', async () => {
  await harness.create(mona, { comment: '@[Otto](4)', comment_type: 'contact_phone' });
  await harness.sharings(1);
});

test.each([
  ['a comment of which nobody is to be told', { comment: '@[Otto](4)', silent: true }],
  ['a comment that mentions nobody', { comment: 'mail otto@example.test or [call](4)' }],
])('%s shares nothing', async (_what, input) => {
  await harness.create(mona, input);
  await harness.commandsReceived(1);
  await harness.sharings(0);
});

test('a refused comment shares nothing', async () => {
  await expect(harness.create(outsider, { comment: '@[Otto](4)' })).rejects.toMatchObject({
    code: 'add_post_comment',
  });
  await harness.sharings(0);
});

test('a comment that is changed mentions nobody anew', async () => {
  const { comment_ID: id } = await harness.create(mona);
  await harness.update(mona, id, { comment: '@[Otto](4)' });
  await harness.sharings(0);
});

test('the first comment of a new record mentions, its notes do not', async () => {
  await harness.add([
    { text: '@[Otto](4)', silent: false },
    { text: '@[Vera](5)', silent: true },
  ]);
  expect(await harness.sharings(1)).toMatchObject([{ user_ids: [4] }]);
});

test('a long comment shares the record once', async () => {
  await harness.create(mona, { comment: `@[Otto](4) ${'long '.repeat(2_000)} @[Vera](5)` });
  expect(await harness.sharings(1)).toMatchObject([{ user_ids: [4, 5] }]);
});

test('a mention through which a long comment is cut counts', async () => {
  await harness.create(mona, { comment: `${'x'.repeat(4_990)}@[Otto the great](4)` });
  expect(await harness.sharings(1)).toMatchObject([{ user_ids: [4] }]);
});

test('comments that are to be discarded get their ids, and nothing else', async () => {
  const { ids } = await harness.add([{ text: '@[Otto](4) asks', silent: false }], { discarded: true });
  expect(ids).toEqual([expect.stringMatching(/^[1-9]\d*$/)]);
  expect(await harness.list()).toEqual({ comments: [], total: 0 });
  await harness.sharings(0);
  await harness.commandsReceived(0);
});
