import { expect, test } from '@jest/globals';
import {
  commentCreated,
  recordsAuthorize,
  recordsGet,
  usersActor,
  viewEventSchema,
  viewStream,
  viewSubject,
  type Actor,
  type CommentAuthor,
  type ListQuery,
} from '@svc/contracts';
import { readEvents, until } from '@svc/testing';
import { mona, recordClient } from '../testing/record-client.ts';
import { dispatcher, harnessOfSuite, multiplier, RecordsHarness } from '../testing/records-harness.ts';
import { ViewAnnouncer } from './view-announcer.ts';

const harness = harnessOfSuite({
  before: (opened) => opened.harness.standIn(usersActor, ({ user_id: id }) => ({ actor: multiplier(id) })),
});
const { create, update, get, view, list } = recordClient(harness);

const recent = (caller: Actor, query: ListQuery = {}, postType = 'contacts') =>
  list({ dt_recent: true, ...query }, caller, postType);

const author: CommentAuthor = { kind: 'user', user_id: 19, display_name: 'User 19', email: 'u@x.test' };

/** Comments that these have written, as comments tells it. */
const comment = (recordId: number, authors: readonly CommentAuthor[]) => {
  const comments = authors.map((by, id) => ({ id, type: 'comment', author: by }));
  const input = { post_type: 'contacts', record_id: recordId, comments };
  return harness.harness.command(commentCreated, input, 'comments');
};

async function announced({ harness: { bus } }: RecordsHarness) {
  const events = await readEvents(bus, viewSubject, viewStream);
  return events.flatMap((event) => viewEventSchema.parse(event).data.views);
}

const recentIds = async (caller: Actor) => (await recent(caller)).posts.map(({ ID }) => ID);

test('recent records are those the caller viewed, the latest first and each once', async () => {
  const [one, two, three] = await harness.seed('contacts', 3, { sharedWith: [10] });
  const caller = multiplier(10);
  expect(await recentIds(caller)).toEqual([]);
  for (const id of [one, two, three, one]) await view(id as number, caller);
  expect(await recentIds(caller)).toEqual([one, three, two]);
  await view(two as number, caller);
  expect(await recentIds(caller)).toEqual([two, one, three]);
});

test('recent records are the last thirty, also with other filters', async () => {
  const ids = await harness.seed('contacts', 33, { sharedWith: [11] });
  const caller = multiplier(11);
  for (const id of ids) await view(id, caller);
  const query = { limit: 5, offset: 2, sort: 'name', overall_status: ['none'], shoe_size: [1] };
  const { posts, total } = await recent(caller, { ...query, fields_to_return: ['nickname'] });
  expect(posts.map(({ ID }) => ID)).toEqual(ids.slice(3).reverse());
  expect(total).toBe(30);
  expect(Object.keys(posts[0] ?? {})).not.toContain('overall_status');
});

test('recent records neither show nor count records that the caller can no longer view', async () => {
  const caller = multiplier(12);
  const seeded = await harness.seed('contacts', 3, { sharedWith: [12] });
  const [kept, unshared, deleted] = seeded as [number, number, number];
  for (const id of [kept, unshared, deleted]) await view(id, caller);
  await harness.documents.updateOne({ _id: unshared }, { $set: { sharedWith: [3] } });
  await harness.documents.deleteOne({ _id: deleted });
  expect(await recent(caller)).toMatchObject({ posts: [{ ID: kept }], total: 1 });
});

test('recent records are separate for each user and type', async () => {
  const [contact] = await harness.seed('contacts', 1, { sharedWith: [13, 14] });
  const [group] = await harness.seed('groups', 1, { sharedWith: [13] });
  await view(contact as number, multiplier(13));
  await view(group as number, multiplier(13), 'groups');
  expect(await recentIds(multiplier(13))).toEqual([contact]);
  expect((await recent(multiplier(13), {}, 'groups')).posts.map(({ ID }) => ID)).toEqual([group]);
  expect(await recentIds(multiplier(14))).toEqual([]);
});

test('refused views, reads without is_view, and updates do not add recent records', async () => {
  const caller = dispatcher(15);
  const { ID: hidden } = await create({ name: 'Mother', type: 'personal' }, mona);
  await expect(view(hidden, caller)).rejects.toMatchObject({ code: 'get_post' });
  const [seeded] = (await harness.seed('contacts', 1, { sharedWith: [15] })) as [number];
  await update(seeded, { nickname: 'S' }, caller);
  await get(seeded, caller);
  expect(await recentIds(caller)).toEqual([]);
});

test('created and commented records are recent without an announced view, if the caller can view them', async () => {
  const caller = multiplier(19);
  const [first, hidden] = (await harness.seed('contacts', 2, { sharedWith: [19] })) as [number, number];
  await view(first, caller);
  const { ID: own } = await create({ name: 'Own' }, caller);
  expect(await recentIds(caller)).toEqual([own, first]);
  for (const id of [first, hidden]) await comment(id, [author, { ...author, kind: 'site_link', user_id: 0 }]);
  await harness.documents.updateOne({ _id: hidden }, { $set: { sharedWith: [3] } });
  expect(await recentIds(caller)).toEqual([first, own]);
  await until(async () => expect((await announced(harness)).map(({ user_id: id }) => id)).toContain(19));
  expect((await announced(harness)).filter(({ user_id: id }) => id === 19)).toMatchObject([
    { record_id: first },
  ]);
});

test('a record to comment on is recent immediately, unless a command follows the comment', async () => {
  const caller = multiplier(23);
  const toComment = async (fields: object) => {
    const { ID: id } = await create({ ...fields, assigned_to: 23 }, mona);
    const asked = { post_type: 'contacts', id, action: 'update', to_comment: true } as const;
    return { id, answer: await harness.ask(recordsAuthorize, asked, caller) };
  };
  const quiet = await toComment({ name: 'Quiet' });
  expect(quiet.answer).toEqual({ allowed: true, nothing_follows: true });
  const waiting = await toComment({ name: 'Waiting for an update', requires_update: true });
  expect(waiting.answer).toEqual({ allowed: true });
  expect(await recentIds(caller)).toEqual([quiet.id]);
});

test('views are stored when the service stops, and announced in batches and at the stop', async () => {
  const other = new RecordsHarness();
  await other.open();
  try {
    const service = await other.start();
    const [first, second] = (await other.seed('contacts', 2, { sharedWith: [18] })) as [number, number];
    const look = (id: number, is_view: boolean) =>
      other.ask(recordsGet, { post_type: 'contacts', id, is_view }, multiplier(18));
    const before = Date.now();
    await look(second, false);
    await look(first, true);
    await until(async () => expect(await announced(other)).toHaveLength(1));
    const [view] = await announced(other);
    expect(view).toEqual({ user_id: 18, post_type: 'contacts', record_id: first, at: expect.any(String) });
    expect(new Date(view?.at ?? '').getTime()).toBeGreaterThanOrEqual(before);
    await look(second, true);
    await service.stop();
    expect((await announced(other)).map(({ record_id: id }) => id)).toEqual([first, second]);
    const stored = await other.documents.db.collection('recent').find({}).toArray();
    expect(stored.map(({ _id, viewed }) => [String(_id), viewed.length])).toEqual([['18:contacts', 2]]);
  } finally {
    await other.close();
  }
});

test('a view that cannot be announced is logged and dropped, and pending announcements are awaited', async () => {
  const { keyring } = await harness.harness.context('records');
  const failure = new Error('the stream is away');
  const failing: (() => void)[] = [];
  const logged: unknown[] = [];
  const views = new ViewAnnouncer({
    jetstream: { publish: () => new Promise((_resolve, reject) => void failing.push(() => reject(failure))) },
    keyring,
    log: { warn: (facts: unknown) => void logged.push(facts) },
  });
  const view = { user_id: 18, post_type: 'contacts', record_id: 1, at: new Date().toISOString() };
  for (const announced of [[], [view], [view]]) views.announce(announced);
  let isSettled = false;
  const settled = views.settled().then(() => (isSettled = true));
  await until(() => expect(failing).toHaveLength(2));
  failing[0]?.();
  await until(() => expect(logged).toEqual([{ err: failure }]));
  expect(isSettled).toBe(false);
  failing[1]?.();
  await settled;
  expect(logged).toHaveLength(2);
});
