import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CommentsBed, link, mona, omar, viewer } from './testing/comments-bed.ts';

let bed: CommentsBed;

beforeAll(async () => {
  bed = await CommentsBed.open();
});
afterAll(() => bed?.close());
beforeEach(() => {
  bed.record += 1;
});

/** Mona, who has lost the record. */
const shutOut = { ...mona, userId: 6 };

/** Another site link, of the same label. */
const other = { ...link, siteLinkId: 2 };

/** After a refused change the record has its one comment as it was, and no event but its creation. */
async function expectUnchanged(): Promise<void> {
  expect((await bed.list()).comments).toMatchObject([{ comment_content: 'first comment', comment_meta: [] }]);
  await bed.events(1);
}

describe('an update', () => {
  test('changes the text, and type and meta only where they are sent', async () => {
    const meta = { keep: 'a', change: ['b', 'c'], drop: 'd' };
    const made = await bed.create(mona, { comment_type: 'email', meta });
    const text = await bed.update(mona, made.comment_ID, { comment: 'changed <i>text</i>' });
    expect(text).toEqual({ ...made, comment_content: 'changed text' });
    const changes = { comment_type: 'comment', meta: { change: 'e', drop: [] } };
    const rest = await bed.update(mona, made.comment_ID, changes);
    expect(rest).toMatchObject({
      comment_date: made.comment_date,
      comment_type: 'comment',
      comment_meta: { keep: [{ value: 'a' }], change: [{ value: 'e' }] },
    });
    expect(Object.keys(rest.comment_meta)).toEqual(['keep', 'change']);
    expect((await bed.list()).comments).toMatchObject([
      { comment_content: 'changed', comment_type: 'comment' },
    ]);
    expect((await bed.events(3)).map(({ verb, version, content }) => [verb, version, content])).toEqual([
      ['svc.comment.created', 1, 'first comment'],
      ['svc.comment.updated', 2, 'changed text'],
      ['svc.comment.updated', 3, 'changed'],
    ]);
  });

  test('with a text too large for an event is told with the beginning of it', async () => {
    const { comment_ID } = await bed.create(mona);
    const { comment_content } = await bed.update(mona, comment_ID, { comment: '&'.repeat(131_072) });
    expect(comment_content).toBe('&amp;'.repeat(131_072));
    expect((await bed.events(2))[1]?.content).toBe(comment_content.slice(0, 40_000));
  });

  test('with the text that it has is done', async () => {
    const made = await bed.create(mona, { meta: { k: 'v' } });
    expect(await bed.update(mona, made.comment_ID, { comment: 'first comment' })).toEqual(made);
  });

  test('by many at once loses none', async () => {
    const { comment_ID } = await bed.create(mona);
    const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
    await Promise.all(keys.map((key) => bed.update(mona, comment_ID, { meta: { [key]: key } })));
    const [comment] = (await bed.list()).comments;
    expect(Object.keys(comment?.comment_meta ?? {}).sort()).toEqual(keys);
    expect((await bed.events(7)).map(({ version }) => version).sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test.each([
    ['of somebody else’s comment', (id: string) => bed.update(omar, id)],
    ['by one who may no longer update the record', (id: string) => bed.update(shutOut, id)],
    ['by a site link', (id: string) => bed.update(link, id)],
    ['of no comment', () => bed.update(mona, '999999')],
    ['through another record', (id: string) => bed.update(mona, id, { id: bed.record + 500 })],
    ['through another type', (id: string) => bed.update(mona, id, { post_type: 'groups' })],
  ])('%s is refused and changes nothing', async (_what, attempt) => {
    const { comment_ID } = await bed.create(mona);
    await expect(attempt(comment_ID)).rejects.toMatchObject({
      code: 'update_post_comment',
      status: 403,
      message: "You don't have permission to edit this comment",
    });
    await expectUnchanged();
  });

  test.each([
    ['an empty text', { comment: '' }],
    ['nothing but tags', { comment: '<b> </b>' }],
    ['a text that is too long', { comment: '&'.repeat(131_073) }],
    ['too many tags', { comment: '<em>x'.repeat(10_001) }],
    ['meta of meta', { meta: { k: { x: {} } } }],
    ['too much meta', { meta: { k: Array(1_001).fill('v') } }],
  ])('with %s is refused and changes nothing', async (_what, changes) => {
    const { comment_ID } = await bed.create(mona);
    await expect(bed.update(mona, comment_ID, changes)).rejects.toMatchObject({
      code: 'update_post_comment',
      status: 400,
    });
    await expectUnchanged();
  });

  test('of one’s own comment on a record that one may only view is refused and changes nothing', async () => {
    const author = { kind: 'user', user_id: viewer.userId, display_name: 'Vera then', email: '' } as const;
    const { ids } = await bed.add([{ text: 'first comment', author }]);
    await expect(bed.update(viewer, ids[0] ?? '')).rejects.toMatchObject({
      code: 'update_post_comment',
      status: 403,
    });
    await expectUnchanged();
  });

  test('adds no meta to a comment that has as much as it may have', async () => {
    const { comment_ID } = await bed.create(mona);
    const most = { many: Array(1_000).fill('v') };
    await bed.update(mona, comment_ID, { meta: most });
    await expect(bed.update(mona, comment_ID, { meta: { more: 'v' } })).rejects.toMatchObject({
      code: 'update_post_comment',
      status: 400,
      message: 'A comment has at most 1000 values of meta, and this one would have 1001.',
    });
    const { comment_meta } = await bed.update(mona, comment_ID, { meta: { many: 'v', more: 'v' } });
    expect(comment_meta).toMatchObject({ many: [{ value: 'v' }], more: [{ value: 'v' }] });
  });
});

describe('a deletion', () => {
  test('takes the comment out of list and total', async () => {
    const { comment_ID } = await bed.create(mona);
    await bed.create(mona, { comment: 'stays' });
    expect(await bed.remove(mona, comment_ID)).toBe(true);
    const { comments, total } = await bed.list();
    expect([comments.map((comment) => comment.comment_content), total]).toEqual([['stays'], 1]);
    expect((await bed.events(3))[2]).toMatchObject({
      verb: 'svc.comment.deleted',
      id: Number(comment_ID),
      version: 2,
      content: '',
    });
  });

  test('again, also at once, is answered as the first one was, to who could delete it alone', async () => {
    const { comment_ID } = await bed.create(mona);
    const twice = [bed.remove(mona, comment_ID), bed.remove(mona, comment_ID)];
    expect(await Promise.all(twice)).toEqual([true, true]);
    expect(await bed.remove(mona, comment_ID)).toBe(true);
    for (const other of [
      () => bed.remove(omar, comment_ID),
      () => bed.remove(link, comment_ID),
      () => bed.remove(mona, comment_ID, { id: bed.record + 500 }),
    ])
      await expect(other()).rejects.toMatchObject({ code: 'delete_post_comment' });
    await bed.events(2);
  });

  test.each([
    ['of somebody else’s comment', (id: string) => bed.remove(omar, id)],
    ['by one who may no longer update the record', (id: string) => bed.remove(shutOut, id)],
    ['by a site link', (id: string) => bed.remove(link, id)],
    ['of no comment', () => bed.remove(mona, '999999')],
    ['through another record', (id: string) => bed.remove(mona, id, { id: bed.record + 500 })],
    ['through another type', (id: string) => bed.remove(mona, id, { post_type: 'groups' })],
  ])('%s is refused and changes nothing', async (_what, attempt) => {
    const { comment_ID } = await bed.create(mona);
    await expect(attempt(comment_ID)).rejects.toMatchObject({
      code: 'delete_post_comment',
      status: 403,
      message: "You don't have permission to delete this comment",
    });
    await expectUnchanged();
  });
});

/** All site links have the user id 0, and two of them may have one label. */
test.each([
  ['updated', (id: string) => bed.update(other, id)],
  ['deleted', (id: string) => bed.remove(other, id)],
])('a comment of a site link is not %s by another link', async (_what, attempt) => {
  const { comment_ID } = await bed.create(link);
  await expect(attempt(comment_ID)).rejects.toMatchObject({ status: 403 });
  await expectUnchanged();
});

test('a comment that is written while its record is deleted goes with it', async () => {
  await bed.create(mona);
  bed.meanwhile = () => bed.purge();
  const late = await bed.create(mona, { comment: 'late' });
  expect((await bed.list()).total).toBe(0);
  const told = (await bed.events(4)).filter(({ id }) => id === Number(late.comment_ID));
  expect(told.map(({ verb, version }) => [verb, version])).toEqual([
    ['svc.comment.created', 1],
    ['svc.comment.deleted', 2],
  ]);
});

test('purging a record deletes its comments and no others, and twice is once', async () => {
  const kept = bed.record;
  await bed.create(mona);
  bed.record += 1;
  for (let made = 0; made < 12; made += 1) await bed.create(mona, { comment: 'é'.repeat(50_000) });
  const { total } = await bed.list();
  expect(total).toBeGreaterThan(200);
  expect(await bed.purge()).toEqual({ deleted: total });
  expect((await bed.list()).total).toBe(0);
  expect(await bed.purge()).toEqual({ deleted: 0 });
  const deletions = (await bed.events(2 * total)).filter(({ verb }) => verb === 'svc.comment.deleted');
  expect(new Set(deletions.map(({ id }) => id)).size).toBe(total);
  bed.record = kept;
  expect((await bed.list()).total).toBe(1);
});
