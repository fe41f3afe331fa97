import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  commentEventSchema,
  commentsCreate,
  commentsDelete,
  commentsList,
  commentsUpdate,
  purgeComments,
  recordsAuthorize,
  usersDisplay,
  type Actor,
  type InputOf,
} from '@svc/contracts';
import { startStack, type Stack } from '@svc/local-stack';
import type { RunningService } from '@svc/service-kit';
import { readEvents, ServiceBed, until, userActor } from '@svc/service-kit/testing';
import { startComments } from './service.ts';

const mona = userActor(3, 'Mona at the time');
const omar = userActor(4, 'Omar');
const viewer = userActor(5, 'Vera, who may only view');
const outsider = userActor(6, 'Otto, who may nothing');
const link: Actor = { ...userActor(0, 'Partner site', ['update_any_contacts']), kind: 'site_link' };

let directory: string;
let stack: Stack;
let bed: ServiceBed;
let instances: RunningService[];
let record = 100;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'svc-comments-'));
  stack = await startStack({ dataDir: directory, env: {}, report: () => {}, throwAway: true });
  bed = await ServiceBed.open(stack.natsUrl);
  await bed.standIn(recordsAuthorize, ({ post_type, id, action }, actor) => {
    const may = { 5: ['view'], 6: [] }[actor.userId] ?? ['view', 'update'];
    return { allowed: post_type === 'contacts' && id >= 100 && may.includes(action) };
  });
  await bed.standIn(usersDisplay, ({ user_ids }) => ({
    users: [{ id: 3, display_name: 'Mona Multiplier', avatar: 'https://avatar.test/3' }].filter(({ id }) =>
      user_ids.includes(id),
    ),
  }));
  const start = async () => startComments(await bed.context('comments'), { MONGODB_URL: stack.mongodbUrl });
  instances = [await start(), await start()];
}, 120_000);

afterAll(async () => {
  for (const instance of instances ?? []) await instance.stop();
  await bed?.close();
  await stack?.stop();
  await rm(directory, { recursive: true, force: true });
});

beforeEach(() => {
  record += 1;
});

type CreateInput = InputOf<typeof commentsCreate>;

function create(actor: Actor, input: Partial<CreateInput> = {}, idempotencyKey?: string) {
  const origin = { ip: '127.0.0.1', user_agent: 'test' };
  const defaults = { post_type: 'contacts', id: record, comment: 'first comment', silent: false, origin };
  return bed.call(commentsCreate, { ...defaults, ...input }, actor, idempotencyKey ? { idempotencyKey } : {});
}

const list = (actor: Actor = mona, page: { number?: number; offset?: number } = {}) =>
  bed.call(commentsList, { post_type: 'contacts', id: record, ...page }, actor);

const update = (actor: Actor, commentId: string, changes: Partial<InputOf<typeof commentsUpdate>> = {}) =>
  bed.call(
    commentsUpdate,
    { post_type: 'contacts', id: record, comment_id: Number(commentId), comment: 'changed', ...changes },
    actor,
  );

const remove = (actor: Actor, commentId: string, address: { id?: number; post_type?: string } = {}) =>
  bed.call(
    commentsDelete,
    { post_type: 'contacts', id: record, comment_id: Number(commentId), ...address },
    actor,
  );

/** The events of the record of this test, as consumers read them. */
async function events() {
  const all = await readEvents(bed.bus, 'svc.events.comment.>');
  return all
    .map((event) => ({ verb: event.type, ...commentEventSchema.parse(event).data.comment }))
    .filter((event) => event.record_id === record);
}

/** What a refused request has left: nothing. The comment made after it has the only event. */
async function expectNoTrace(): Promise<void> {
  await create(omar, { comment: 'after the refusal' });
  await until(5_000, async () =>
    expect((await events()).map(({ content }) => content)).toContain('after the refusal'),
  );
  expect(await events()).toHaveLength(1);
  expect((await list()).comments.map((comment) => comment.comment_content)).toEqual(['after the refusal']);
}

describe('a new comment', () => {
  test('is answered with everything that is stored of it', async () => {
    const meta = { k: 'v', n: 5, arr: ['a', 'b'] };
    const comment = await create(mona, { date: '2026-01-02 03:04:05', meta });
    expect(comment).toEqual({
      comment_ID: expect.stringMatching(/^[1-9]\d*$/),
      comment_post_ID: String(record),
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
      comment_meta: {
        k: [{ id: expect.any(String), value: 'v' }],
        n: [{ id: expect.any(String), value: '5' }],
        arr: [
          { id: expect.any(String), value: 'a' },
          { id: expect.any(String), value: 'b' },
        ],
      },
    });
    commentsCreate.output.parse(comment);
    const ids = Object.values(comment.comment_meta).flatMap((values) => values.map(({ id }) => id));
    expect(new Set(ids).size).toBe(4);
  });

  test('is told as one event with its author and version', async () => {
    const { comment_ID } = await create(mona, { comment: 'hello @[Omar](4)', comment_type: 'email' });
    const told = await until(5_000, async () => {
      const [event] = await events();
      expect(event).toBeDefined();
      return event;
    });
    expect(told).toEqual({
      verb: 'svc.comment.created',
      id: Number(comment_ID),
      post_type: 'contacts',
      record_id: record,
      version: 1,
      type: 'email',
      author_id: 3,
      content: 'hello @[Omar](4)',
    });
  });

  test('of a site link carries the label of the link and no user', async () => {
    const comment = await create(link);
    expect(comment).toMatchObject({ comment_author: 'Partner site', user_id: '0' });
    const { comments } = await list();
    expect(comments).toMatchObject([{ comment_author: 'Partner site', user_id: '0', gravatar: '' }]);
  });

  test('that is too long becomes several, of which the first is the answer', async () => {
    const first = await create(mona, { comment: 'é'.repeat(6_000), meta: { k: 'v' } });
    const { comments, total } = await list();
    expect(total).toBe(3);
    expect(comments[0]?.comment_ID).toBe(first.comment_ID);
    expect(comments.map((comment) => comment.comment_content).join('')).toBe('é'.repeat(6_000));
    expect(comments.map(({ comment_meta }) => Object.keys(comment_meta))).toEqual([['k'], [], []]);
    await until(5_000, async () => expect(await events()).toHaveLength(3));
  });

  test('is cleaned of all but harmless markup', async () => {
    const { comment_content } = await create(mona, {
      comment: 'hello <b>x</b> <em>y</em><script>z</script>',
    });
    expect(comment_content).toBe('hello x <em>y</em>z');
  });

  test('happens once however often its request is repeated', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => create(mona, { comment: 'once' }, `key-${record}`)),
    );
    const again = await create(mona, { comment: 'once' }, `key-${record}`);
    expect(new Set([...answers, again].map((answer) => answer.comment_ID)).size).toBe(1);
    expect((await list()).total).toBe(1);
    await expect(create(mona, { comment: 'another' }, `key-${record}`)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect((await list()).total).toBe(1);
    await until(5_000, async () => expect(await events()).toHaveLength(1));
  });

  test.each([
    ['of one who may not update the record', viewer, {}, 403, 'You do not have permission for this'],
    ['of one who may not see the record', outsider, {}, 403, 'You do not have permission for this'],
    [
      'on a record of another type',
      mona,
      { post_type: 'groups' },
      403,
      'You do not have permission for this',
    ],
    ['on no record', mona, { id: 7 }, 403, 'You do not have permission for this'],
    ['on the record 0', mona, { id: 0 }, 403, 'You do not have permission for this'],
    ['without text', mona, { comment: ' ' }, 400, 'The comment is empty: send some text in "comment".'],
    [
      'with nothing but tags',
      mona,
      { comment: '<b></b><br>' },
      400,
      'The comment is empty: send some text in "comment".',
    ],
    [
      'with an impossible date',
      mona,
      { date: '2021-02-29' },
      400,
      'Invalid date! Correct format should be: Y-m-d H:i:s',
    ],
    ['with meta of meta', mona, { meta: { k: [['v']] } }, 400, expect.stringContaining('"k"')],
  ])('%s is refused and leaves nothing', async (_what, actor, input, status, message) => {
    await expect(create(actor, input)).rejects.toMatchObject({ code: 'add_post_comment', status, message });
    await expectNoTrace();
  });
});

describe('the list', () => {
  test('is newest first by date, equal dates as they were written', async () => {
    await create(mona, { comment: 'old', date: '2020-01-01' });
    await create(mona, { comment: 'new, first', date: '2030-01-01' });
    await create(omar, { comment: 'new, second', date: '2030-01-01' });
    await create(omar, { comment: 'now' });
    const { comments, total } = await list(viewer);
    expect(total).toBe(4);
    expect(comments.map((comment) => comment.comment_content)).toEqual([
      'new, first',
      'new, second',
      'now',
      'old',
    ]);
  });

  test('shows users as they are called now, and others as they were', async () => {
    const { comment_ID } = await create(mona);
    await create(omar, { date: '2020-01-01' });
    const answer = await list();
    commentsList.output.parse(answer);
    expect(answer.comments[0]).toEqual({
      comment_ID,
      comment_author: 'Mona Multiplier',
      comment_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
      comment_date_gmt: answer.comments[0]?.comment_date,
      gravatar: 'https://avatar.test/3',
      comment_content: 'first comment',
      user_id: '3',
      comment_type: 'comment',
      comment_post_ID: String(record),
      comment_reactions: [],
      comment_meta: [],
    });
    expect(answer.comments[1]).toMatchObject({ comment_author: 'Omar', gravatar: '' });
  });

  test('comes in pages that never overlap', async () => {
    for (let made = 0; made < 7; made += 1) await create(mona, { comment: `c${made}`, date: '2025-05-05' });
    const pages = await Promise.all([0, 3, 6, 9].map((offset) => list(mona, { number: 3, offset })));
    expect(pages.map(({ comments }) => comments.map((comment) => comment.comment_content))).toEqual([
      ['c0', 'c1', 'c2'],
      ['c3', 'c4', 'c5'],
      ['c6'],
      [],
    ]);
    expect(pages.map(({ total }) => total)).toEqual([7, 7, 7, 7]);
    expect((await list()).comments).toHaveLength(7);
  });

  test('is empty for a record without comments', async () => {
    expect(await list()).toEqual({ comments: [], total: 0 });
  });

  test('is refused to one who may not view the record', async () => {
    await create(mona);
    await expect(list(outsider)).rejects.toMatchObject({
      code: 'get_post_comments',
      status: 403,
      message: 'No permissions to read post',
    });
  });
});

describe('an update', () => {
  test('changes the text, and type and meta only where they are sent', async () => {
    const made = await create(mona, {
      comment_type: 'email',
      meta: { keep: 'a', change: ['b', 'c'], drop: 'd' },
    });
    const { comment_date } = made;
    const text = await update(mona, made.comment_ID, { comment: 'changed <i>text</i>' });
    expect(text).toEqual({ ...made, comment_content: 'changed text' });
    const rest = await update(mona, made.comment_ID, {
      comment_type: 'comment',
      meta: { change: 'e', drop: [] },
    });
    expect(rest).toMatchObject({
      comment_date,
      comment_type: 'comment',
      comment_meta: { keep: [{ value: 'a' }], change: [{ value: 'e' }] },
    });
    expect(Object.keys(rest.comment_meta)).toEqual(['keep', 'change']);
    expect((await list()).comments).toMatchObject([{ comment_content: 'changed', comment_type: 'comment' }]);
    const told = await until(5_000, async () => {
      const all = await events();
      expect(all).toHaveLength(3);
      return all;
    });
    expect(told.map(({ verb, version, content }) => [verb, version, content])).toEqual([
      ['svc.comment.created', 1, 'first comment'],
      ['svc.comment.updated', 2, 'changed text'],
      ['svc.comment.updated', 3, 'changed'],
    ]);
  });

  test('with a text too large for an event is told with the beginning of it', async () => {
    const { comment_ID } = await create(mona);
    const comment = 'long '.repeat(60_000);
    expect((await update(mona, comment_ID, { comment })).comment_content).toBe(comment);
    await until(5_000, async () =>
      expect((await events()).map(({ content }) => content)).toEqual([
        'first comment',
        comment.slice(0, 40_000),
      ]),
    );
  });

  test('by many at once loses none', async () => {
    const { comment_ID } = await create(mona);
    const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
    await Promise.all(keys.map((key) => update(mona, comment_ID, { meta: { [key]: key } })));
    const [comment] = (await list()).comments;
    expect(Object.keys(comment?.comment_meta ?? {}).sort()).toEqual(keys);
    const versions = await until(5_000, async () => {
      const all = await events();
      expect(all).toHaveLength(7);
      return all.map(({ version }) => version);
    });
    expect(versions.sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test.each([
    ['of somebody else’s comment', (id: string) => update(omar, id)],
    ['by one who may no longer update the record', (id: string) => update({ ...mona, userId: 6 }, id)],
    ['by a site link', (id: string) => update(link, id)],
    ['of no comment', () => update(mona, '999999')],
    ['through another record', (id: string) => update(mona, id, { id: record + 500 })],
    ['through another type', (id: string) => update(mona, id, { post_type: 'groups' })],
  ])('%s is refused and changes nothing', async (_what, attempt) => {
    const { comment_ID } = await create(mona);
    await expect(attempt(comment_ID)).rejects.toMatchObject({
      code: 'update_post_comment',
      status: 403,
      message: "You don't have permission to edit this comment",
    });
    await expectUnchanged();
  });

  test.each([{ comment: '' }, { comment: '<b> </b>' }, { meta: { k: { x: {} } } }])(
    'with %j is refused and changes nothing',
    async (changes) => {
      const { comment_ID } = await create(mona);
      await expect(update(mona, comment_ID, changes)).rejects.toMatchObject({
        code: 'update_post_comment',
        status: 400,
      });
      await expectUnchanged();
    },
  );
});

describe('a deletion', () => {
  test('takes the comment out of list and total', async () => {
    const { comment_ID } = await create(mona);
    await create(mona, { comment: 'stays' });
    expect(await remove(mona, comment_ID)).toBe(true);
    const { comments, total } = await list();
    expect([comments.map((comment) => comment.comment_content), total]).toEqual([['stays'], 1]);
    const last = await until(5_000, async () => {
      const all = await events();
      expect(all).toHaveLength(3);
      return all.at(-1);
    });
    expect(last).toMatchObject({
      verb: 'svc.comment.deleted',
      id: Number(comment_ID),
      version: 2,
      content: '',
    });
  });

  test.each([
    ['of somebody else’s comment', (id: string) => remove(omar, id)],
    ['by one who may no longer update the record', (id: string) => remove({ ...mona, userId: 6 }, id)],
    ['by a site link', (id: string) => remove(link, id)],
    ['of no comment', () => remove(mona, '999999')],
    ['through another record', (id: string) => remove(mona, id, { id: record + 500 })],
    ['through another type', (id: string) => remove(mona, id, { post_type: 'groups' })],
  ])('%s is refused and changes nothing', async (_what, attempt) => {
    const { comment_ID } = await create(mona);
    await expect(attempt(comment_ID)).rejects.toMatchObject({
      code: 'delete_post_comment',
      status: 403,
      message: "You don't have permission to delete this comment",
    });
    await expectUnchanged();
  });
});

/** After a refused change the record has its one comment as it was, and no event but its creation. */
async function expectUnchanged(): Promise<void> {
  expect((await list()).comments).toMatchObject([{ comment_content: 'first comment', comment_meta: [] }]);
  await until(5_000, async () => expect(await events()).toHaveLength(1));
}

test('purging a record deletes its comments and no others, and twice is once', async () => {
  const kept = record;
  await create(mona);
  record += 1;
  for (let made = 0; made < 5; made += 1) await create(mona, { comment: 'é'.repeat(50_000) });
  const { total } = await list();
  expect(total).toBeGreaterThan(100);
  const purge = () => bed.command(purgeComments, { post_type: 'contacts', record_id: record }, 'records');
  expect(await purge()).toEqual({ deleted: total });
  expect((await list()).total).toBe(0);
  expect(await purge()).toEqual({ deleted: 0 });
  const marker = await create(mona, { comment: 'marker' });
  await until(10_000, async () => {
    const verbs = (await events())
      .filter(({ id }) => id !== Number(marker.comment_ID))
      .map(({ verb }) => verb);
    expect(verbs.filter((verb) => verb === 'svc.comment.created')).toHaveLength(total);
    expect(verbs.filter((verb) => verb === 'svc.comment.deleted')).toHaveLength(total);
  });
  record = kept;
  expect((await list()).total).toBe(1);
});
