import { describe, expect, test } from '@jest/globals';
import { harnessOfSuite, link, mona, omar, viewer } from './testing/comments-harness.ts';

const harness = harnessOfSuite();

/** Another site link, of the same label. */
const other = { ...link, siteLinkId: 2 };

/** After a refused change the record has its one comment as it was, and no event but its creation. */
async function expectUnchanged(): Promise<void> {
  const { comments } = await harness.list();
  expect(comments).toMatchObject([{ comment_content: 'first comment', comment_meta: [] }]);
  await harness.events(1);
}

describe('an update', () => {
  test('changes the text, and type and meta only if they are sent', async () => {
    const meta = { keep: 'a', change: ['b', 'c'], drop: 'd' };
    const made = await harness.create(mona, { comment_type: 'email', meta });
    const text = await harness.update(mona, made.comment_ID, { comment: 'changed <i>text</i>' });
    expect(text).toEqual({ ...made, comment_content: 'changed text' });
    const changes = { comment_type: 'comment', meta: { change: 'e', drop: [] } };
    const rest = await harness.update(mona, made.comment_ID, changes);
    expect(rest).toMatchObject({
      comment_date: made.comment_date,
      comment_type: 'comment',
      comment_meta: { keep: [{ value: 'a' }], change: [{ value: 'e' }] },
    });
    expect(Object.keys(rest.comment_meta)).toEqual(['keep', 'change']);
    expect((await harness.list()).comments).toMatchObject([
      { comment_content: 'changed', comment_type: 'comment' },
    ]);
    expect((await harness.events(3)).map(({ verb, version, content }) => [verb, version, content])).toEqual([
      ['svc.comment.created', 1, 'first comment'],
      ['svc.comment.updated', 2, 'changed text'],
      ['svc.comment.updated', 3, 'changed'],
    ]);
  });

  test('with a text too large for an event is published with a truncated text', async () => {
    const { comment_ID } = await harness.create(mona);
    const { comment_content } = await harness.update(mona, comment_ID, { comment: '&'.repeat(131_072) });
    expect(comment_content).toBe('&amp;'.repeat(131_072));
    expect((await harness.events(2))[1]?.content).toBe(comment_content.slice(0, 40_000));
  });

  test('with an unchanged text succeeds', async () => {
    const made = await harness.create(mona, { meta: { k: 'v' } });
    expect(await harness.update(mona, made.comment_ID, { comment: 'first comment' })).toEqual(made);
  });

  test('is not lost when many are made simultaneously', async () => {
    const { comment_ID } = await harness.create(mona);
    const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
    await Promise.all(keys.map((key) => harness.update(mona, comment_ID, { meta: { [key]: key } })));
    const [comment] = (await harness.list()).comments;
    expect(Object.keys(comment?.comment_meta ?? {}).sort()).toEqual(keys);
    expect((await harness.events(7)).map(({ version }) => version).sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test.each([
    ['an empty text', { comment: '' }],
    ['a text that is too long', { comment: '&'.repeat(131_073) }],
    ['nested meta', { meta: { k: { x: {} } } }],
  ])('with %s is refused and changes nothing', async (_what, changes) => {
    const { comment_ID } = await harness.create(mona);
    const refusal = { code: 'update_post_comment', status: 400 };
    await expect(harness.update(mona, comment_ID, changes)).rejects.toMatchObject(refusal);
    await expectUnchanged();
  });

  test('with meta beyond the maximum is refused', async () => {
    const { comment_ID } = await harness.create(mona);
    const most = { many: Array(1_000).fill('v') };
    await harness.update(mona, comment_ID, { meta: most });
    await expect(harness.update(mona, comment_ID, { meta: { more: 'v' } })).rejects.toMatchObject({
      code: 'update_post_comment',
      status: 400,
      message: 'The comment would have 1001 values of meta; the maximum is 1000.',
    });
    const { comment_meta } = await harness.update(mona, comment_ID, { meta: { many: 'v', more: 'v' } });
    expect(comment_meta).toMatchObject({ many: [{ value: 'v' }], more: [{ value: 'v' }] });
  });
});

describe('a deletion', () => {
  test('removes the comment from the list and the total', async () => {
    const { comment_ID } = await harness.create(mona);
    await harness.create(mona, { comment: 'stays' });
    expect(await harness.remove(mona, comment_ID)).toBe(true);
    const { comments, total } = await harness.list();
    expect([comments.map((comment) => comment.comment_content), total]).toEqual([['stays'], 1]);
    const told = { verb: 'svc.comment.deleted', id: Number(comment_ID), version: 2, content: '' };
    expect((await harness.events(3))[2]).toMatchObject(told);
  });

  test('that is repeated gets the same answer, only for callers who could delete the comment', async () => {
    const { comment_ID } = await harness.create(mona);
    const twice = [harness.remove(mona, comment_ID), harness.remove(mona, comment_ID)];
    expect(await Promise.all(twice)).toEqual([true, true]);
    expect(await harness.remove(mona, comment_ID)).toBe(true);
    const refused = { code: 'delete_post_comment' };
    for (const actor of [omar, link])
      await expect(harness.remove(actor, comment_ID)).rejects.toMatchObject(refused);
    const elsewhere = harness.remove(mona, comment_ID, { id: harness.record + 500 });
    await expect(elsewhere).rejects.toMatchObject(refused);
    await harness.events(2);
  });
});

describe.each([
  ['an update', 'update', 'update_post_comment', "You don't have permission to edit this comment"],
  ['a deletion', 'remove', 'delete_post_comment', "You don't have permission to delete this comment"],
] as const)('%s', (_what, change, code, message) => {
  const refusal = { code, status: 403, message };

  test.each([
    ['of the comment of another user', (id: string) => harness[change](omar, id)],
    ['by a site link', (id: string) => harness[change](link, id)],
    ['of an unknown comment', () => harness[change](mona, '999999')],
    ['through another record', (id: string) => harness[change](mona, id, { id: harness.record + 500 })],
    ['through another type', (id: string) => harness[change](mona, id, { post_type: 'groups' })],
  ])('%s is refused and changes nothing', async (_how, attempt) => {
    const { comment_ID } = await harness.create(mona);
    await expect(attempt(comment_ID)).rejects.toMatchObject(refusal);
    await expectUnchanged();
  });

  test('of an own comment on a record with view permission only is refused and changes nothing', async () => {
    const author = { kind: 'user', user_id: viewer.userId, display_name: 'Vera then', email: '' } as const;
    const { ids } = await harness.add([{ text: 'first comment', author }]);
    await expect(harness[change](viewer, ids[0] ?? '')).rejects.toMatchObject(refusal);
    await expectUnchanged();
  });

  // All site links have the user id 0, and two of them may have one label.
  test('of the comment of another site link is refused and changes nothing', async () => {
    const { comment_ID } = await harness.create(link);
    await expect(harness[change](other, comment_ID)).rejects.toMatchObject(refusal);
    await expectUnchanged();
  });
});
