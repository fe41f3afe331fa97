import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { userActor } from '@svc/service-kit/testing';
import { expectIndexOf } from './testing/expect-index-of.ts';
import { SearchHarness } from './testing/search-harness.ts';

const ann = userActor(3, 'Ann', ['access_contacts']);
const shared_with = [ann.userId];
const nothing = { missing: 0, stale: 0, left_over: 0 };

let search: SearchHarness;
/** A record with a comment, made for each test, and told. */
let id: number;
let commentId: number;

beforeAll(async () => {
  search = await SearchHarness.open();
  await search.start();
  await search.start();
  await search.rebuilt();
  for (let record = 0; record < 150; record += 1)
    await search.world.create({ name: `Record ${record}`, shared_with });
});

afterAll(() => search?.close());

beforeEach(async () => {
  id = await search.world.create({ name: 'Watched', shared_with });
  commentId = search.world.nextId();
  await search.world.sendComment({ id: commentId, record_id: id, content: 'watched' });
  await search.settled();
});

/** A change of which no event is told, and what the check finds then. */
type Drift = [what: string, change: () => Promise<unknown> | void, found: Found];

interface Found {
  records?: Partial<typeof nothing>;
  comments?: Partial<typeof nothing>;
}

describe('what no event has told is found and repaired:', () => {
  test.each<Drift>([
    [
      'a new record',
      () => search.world.change(search.world.nextId(), { name: 'Unheard' }),
      { records: { missing: 1 } },
    ],
    ['a changed record', () => search.world.change(id, { name: 'Otherwise' }), { records: { stale: 1 } }],
    [
      'a record that others see',
      () => search.world.change(id, { shared_with: [9] }),
      { records: { stale: 1 } },
    ],
    [
      'a deleted record',
      () => search.world.drop(id),
      { records: { left_over: 1 }, comments: { left_over: 0 } },
    ],
    [
      'a new comment',
      () => search.world.changeComment({ id: search.world.nextId(), record_id: id, content: 'unheard' }),
      { comments: { missing: 1 } },
    ],
    [
      'a changed comment',
      () => search.world.changeComment({ id: commentId, record_id: id, content: 'otherwise', version: 2 }),
      { comments: { stale: 1 } },
    ],
    ['a deleted comment', () => search.world.dropComment(commentId), { comments: { left_over: 1 } }],
    [
      'a record that the engine has lost',
      () => search.engine.client.index('svc_records').deleteDocument(id).waitTask(),
      { records: { missing: 1 } },
    ],
    [
      'a comment that the engine has as it was not',
      () =>
        search.engine.client
          .index('svc_comments')
          .updateDocuments([{ id: commentId, content: 'x' }])
          .waitTask(),
      { comments: { stale: 1 } },
    ],
    [
      'an entry of what never was',
      () =>
        search.engine.client
          .index('svc_records')
          .addDocuments([{ id: 999_999, post_type: 'contacts' }])
          .waitTask(),
      { records: { left_over: 1 } },
    ],
    [
      'an entry of a comment that never was',
      () =>
        search.engine.client
          .index('svc_comments')
          .addDocuments([{ id: 999_999, post_type: 'contacts' }])
          .waitTask(),
      { comments: { left_over: 1 } },
    ],
    [
      'a record that others see, of the same version after a backup',
      () => search.world.replace(id, { shared_with: [9] }),
      { records: { stale: 1 } },
    ],
    [
      'a record with other texts, of the same version after a backup',
      () => search.world.replace(id, { name: 'Restored', texts: [{ field: 'notes', text: 'as it was' }] }),
      { records: { stale: 1 } },
    ],
  ])('%s', async (_what, change, found) => {
    await change();
    const check = await search.check(true);
    expect(check).toMatchObject({
      state: 'done',
      records: { ...nothing, ...found.records },
      comments: { ...nothing, ...found.comments },
    });
    await search.settled();
    await expectIndexOf(search);
    expect(await search.check(true)).toMatchObject({ records: nothing, comments: nothing });
  });
});

test('where counts agree, samples are compared, and both counts are told', async () => {
  const { records, comments } = search.world;
  const check = await search.check();
  expect(check).toMatchObject({
    is_thorough: false,
    records: { at_source: { contacts: records.length }, in_index: { contacts: records.length }, ...nothing },
    comments: {
      at_source: { contacts: comments.length },
      in_index: { contacts: comments.length },
      ...nothing,
    },
  });
  const { check: told } = await search.status();
  expect(told).toEqual(check);
});

test('where counts differ, everything is compared', async () => {
  const unheard = search.world.nextId();
  search.world.change(unheard, { name: 'Uncounted', shared_with });
  const { records } = await search.check();
  expect(records).toMatchObject({ missing: 1, compared: search.world.records.length });
  expect(records.at_source['contacts']).toBe((records.in_index['contacts'] ?? 0) + 1);
  await search.settled();
  expect(await search.names('uncounted', ann)).toEqual(['Uncounted']);
});

test('a reaction to a comment leaves its entry as it is', async () => {
  const tasks = async () => {
    const indexUids = ['svc_comments'];
    return (await search.engine.client.tasks.getTasks({ indexUids, limit: 1 })).total;
  };
  const before = await tasks();
  await search.world.sendComment({ id: commentId, record_id: id, content: 'watched', version: 2 }, 'updated');
  await search.settled();
  expect(await tasks()).toBe(before);
  await search.world.sendComment({ id: commentId, record_id: id, content: 'changed', version: 3 }, 'updated');
  await search.settled();
  expect(await tasks()).toBe(before + 1);
  expect(await search.check(true)).toMatchObject({ comments: nothing });
});
