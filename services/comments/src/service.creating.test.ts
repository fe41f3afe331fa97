import { expect, test } from '@jest/globals';
import { commentsCreate } from '@svc/contracts';
import { audience, harnessOfSuite, link, mona, omar, viewer } from './testing/comments-harness.ts';

const harness = harnessOfSuite();

const author = { kind: 'user', user_id: 3, display_name: mona.displayName, email: mona.email };

test('the answer to a new comment has all its stored values', async () => {
  const meta = { k: 'v', n: 5, arr: ['a', 'b'] };
  const comment = await harness.create(mona, { date: '2026-01-02 03:04:05', meta });
  const id = expect.stringMatching(/^[1-9]\d*$/);
  const values = (...given: string[]) => given.map((value) => ({ id, value }));
  expect(comment).toEqual({
    comment_ID: id,
    comment_post_ID: String(harness.record),
    comment_author: 'Mona at the time',
    comment_author_email: 'user3@example.test',
    comment_author_url: '',
    comment_author_IP: '127.0.0.1',
    comment_date: '2026-01-02 03:04:05',
    comment_date_gmt: '2026-01-02 03:04:05',
    comment_content: 'first comment',
    comment_karma: '0',
    comment_approved: '1',
    comment_agent: 'test',
    comment_type: 'comment',
    comment_parent: '0',
    user_id: '3',
    comment_meta: { k: values('v'), n: values('5'), arr: values('a', 'b') },
  });
  commentsCreate.output.parse(comment);
  const ids = Object.values(comment.comment_meta).flatMap((values) => values.map((value) => value.id));
  expect(new Set(ids).size).toBe(4);
});

test('a new comment is published as one event with author, version, mentions and audience', async () => {
  const { comment_ID } = await harness.create(mona, { comment: 'hello @[Omar](4)', comment_type: 'email' });
  expect(await harness.events(1)).toEqual([
    {
      verb: 'svc.comment.created',
      id: Number(comment_ID),
      post_type: 'contacts',
      record_id: harness.record,
      version: 1,
      type: 'email',
      author_id: 3,
      content: 'hello @[Omar](4)',
      silent: false,
      mentions: [4],
      record_name: 'Mary',
      audience,
    },
  ]);
});

test('a silent comment notifies nobody and shares nothing', async () => {
  await harness.create(mona, { silent: true, comment: 'psst @[Omar](4)' });
  const [received] = await harness.events(1);
  expect(received).toMatchObject({ silent: true, content: 'psst @[Omar](4)' });
  for (const key of ['mentions', 'record_name', 'audience']) expect(received).not.toHaveProperty(key);
  await harness.commandsReceived(1);
  await harness.sharings(0);
});

test('a long text is split into several comments and the first is answered and notifies', async () => {
  const meta = { k: 'v' };
  const made = await harness.create(mona, { comment: `${'é'.repeat(5_000)}@[Omar](4)`, meta });
  const { comments, total } = await harness.list();
  expect(total).toBe(3);
  expect(comments[0]?.comment_ID).toBe(made.comment_ID);
  const long = 'é'.repeat(2_499);
  expect(comments.map(({ comment_content: text }) => text)).toEqual([long, long, 'éé@[Omar](4)']);
  expect(comments.map(({ comment_meta }) => Object.keys(comment_meta))).toEqual([['k'], [], []]);
  const [first, ...others] = await harness.events(3);
  expect(first).toMatchObject({ silent: false, mentions: [4], record_name: 'Mary', audience });
  for (const other of others) {
    expect(other.silent).toBe(true);
    for (const key of ['mentions', 'record_name', 'audience']) expect(other).not.toHaveProperty(key);
  }
});

test('a comment that is too large for an event leaves room for its audience', async () => {
  const comment = `<a href="https://x.test/${'&'.repeat(130_000)}">here</a>`;
  const { comment_content: content } = await harness.create(mona, { comment });
  const [received] = await harness.events(1);
  expect(received).toMatchObject({ content: content.slice(0, 10_000), mentions: [], audience });
});

test('records gets a command for each new comment with its author', async () => {
  const first = await harness.create(mona, { comment_type: 'email' });
  const second = await harness.create(link);
  const byLink = { kind: 'site_link', user_id: 0, display_name: 'Partner site', email: link.email };
  expect(await harness.commandsReceived(2)).toEqual([
    { id: Number(first.comment_ID), type: 'email', author },
    { id: Number(second.comment_ID), type: 'comment', author: byLink },
  ]);
});

test('a comment is created during an outage of records and its command is delivered later', async () => {
  await harness.stopRecords();
  const { comment_ID } = await harness.create(mona);
  expect((await harness.list()).total).toBe(1);
  await harness.startRecords();
  expect(await harness.commandsReceived(1)).toMatchObject([{ id: Number(comment_ID) }]);
});

test('a comment without follow-ups in records sends no command but to share with mentioned users', async () => {
  harness.nothingFollows = true;
  await harness.create(mona, { comment: 'hello @[Omar](4)' }).finally(() => (harness.nothingFollows = false));
  await harness.sharings(1);
  const { comment_ID } = await harness.create(mona);
  expect(await harness.commandsReceived(1)).toMatchObject([{ id: Number(comment_ID) }]);
});

test('a comment of a site link has the label of the link and no user, also with mentions', async () => {
  const made = await harness.create(link, { comment: '@[Otto](4)' });
  expect(made).toMatchObject({ comment_author: 'Partner site', user_id: '0' });
  const { comments } = await harness.list();
  expect(comments).toMatchObject([{ comment_author: 'Partner site', user_id: '0', gravatar: '' }]);
  expect(await harness.events(1)).toMatchObject([{ author_id: 0, author_name: 'Partner site' }]);
  const author = { kind: 'site_link', user_id: 0 };
  expect(await harness.sharings(1)).toMatchObject([{ user_ids: [4], author }]);
});

test('a repeated request creates one comment', async () => {
  const key = `key-${harness.record}`;
  const answers = await Promise.all([1, 2, 3].map(() => harness.create(mona, { comment: 'once' }, key)));
  const again = await harness.create(mona, { comment: 'once' }, key);
  expect(new Set([...answers, again].map((answer) => answer.comment_ID)).size).toBe(1);
  const another = harness.create(mona, { comment: 'another' }, key);
  await expect(another).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  expect((await harness.list()).total).toBe(1);
  await harness.events(1);
});

test('the record is shared with mentioned users before the comment is answered', async () => {
  await harness.create(mona, { comment: 'Look, @[Otto](4) and @[Vera](5), and @[Otto](4) again' });
  const input = { post_type: 'contacts', record_id: harness.record, user_ids: [4, 5], author };
  expect(await harness.sharings(1)).toEqual([input]);
});

test('a comment without mentions and an updated comment share nothing', async () => {
  const { comment_ID: id } = await harness.create(mona, { comment: 'mail otto@example.test or [call](4)' });
  await harness.commandsReceived(1);
  await harness.update(mona, id, { comment: '@[Otto](4)' });
  await harness.sharings(0);
});

test('the first comment of a new record shares with mentioned users, its notes do not', async () => {
  await harness.add([{ text: '@[Otto](4)', silent: false }, { text: '@[Vera](5)' }]);
  expect(await harness.sharings(1)).toMatchObject([{ user_ids: [4] }]);
});

test.each([
  ['shares the record once', `@[Otto](4) ${'long '.repeat(2_000)} @[Vera](5)`, [4, 5]],
  ['shares the record for a mention at a split', `${'x'.repeat(4_990)}@[Otto the great](4)`, [4]],
])('a long comment %s', async (_what, comment, user_ids) => {
  await harness.create(mona, { comment });
  expect(await harness.sharings(1)).toMatchObject([{ user_ids }]);
});

test('comments to be discarded get ids and are not stored', async () => {
  const { ids } = await harness.add([{ text: '@[Otto](4) asks', silent: false }], { discarded: true });
  expect(ids).toEqual([expect.stringMatching(/^[1-9]\d*$/)]);
  expect(await harness.list()).toEqual({ comments: [], total: 0 });
  await harness.sharings(0);
  await harness.commandsReceived(0);
});

const refused = 'You do not have permission for this';
const empty = 'The comment is empty; send some text in "comment".';
const badDate = 'Invalid date! Correct format should be: Y-m-d H:i:s';

test.each([
  ['of a user who may not update the record', viewer, {}, 403, refused],
  ['on a record of another type', mona, { post_type: 'groups' }, 403, refused],
  ['on an unknown record', mona, { id: 7 }, 403, refused],
  ['on the record 0', mona, { id: 0 }, 403, refused],
  ['without text', mona, { comment: ' ' }, 400, empty],
  ['with tags only', mona, { comment: '<b></b><br>' }, 400, empty],
  ['with too many tags', mona, { comment: '<em>x'.repeat(10_001) }, 400, expect.stringContaining('10000')],
  ['that is too long', mona, { comment: '&'.repeat(131_073) }, 400, expect.stringContaining('131072 bytes')],
  ['with too much meta', mona, { meta: { k: Array(1_001).fill('v') } }, 400, expect.stringContaining('1000')],
  ['with an invalid date', mona, { date: '2021-02-29' }, 400, badDate],
  ['with nested meta', mona, { meta: { k: [['v']] } }, 400, expect.stringContaining('"k"')],
])('a comment %s is refused and stores nothing', async (_what, actor, input, status, message) => {
  const refusal = { code: 'add_post_comment', status, message };
  const comment = harness.create(actor, { comment: '@[Otto](4)', ...input });
  await expect(comment).rejects.toMatchObject(refusal);
  await harness.create(omar, { comment: 'after the refusal' });
  expect(await harness.events(1)).toMatchObject([{ content: 'after the refusal' }]);
  expect((await harness.list()).comments).toMatchObject([{ comment_content: 'after the refusal' }]);
  await harness.sharings(0);
});
