import { beforeAll, expect, test } from '@jest/globals';
import { purgeComments, recordsDelete, shareMentioned, usersActor, type CommentAuthor } from '@svc/contracts';
import { commandsFor } from '@svc/service-kit/testing';
import { mona, recordClient } from '../../testing/record-client.ts';
import { harnessOfSuite, multiplier } from '../../testing/records-harness.ts';
import { sharingClient } from '../../testing/sharing-client.ts';

const harness = harnessOfSuite({
  before: (opened) => opened.harness.standIn(usersActor, ({ user_id: id }) => ({ actor: multiplier(id) })),
  instances: 2,
});
/** Deleting waits for the comments of the record to be gone. */
const { create, activityOf } = recordClient(harness);
const { storedShares, entityEvents } = sharingClient(harness);

beforeAll(() => commandsFor(harness.harness, purgeComments, { deleted: 0 }));

const author: CommentAuthor = {
  kind: 'user',
  user_id: 3,
  display_name: 'User 3',
  email: 'user3@example.test',
};

function mention(id: number, userIds: number[], more: { author?: CommentAuthor; post_type?: string } = {}) {
  const input = { post_type: 'contacts', record_id: id, user_ids: userIds, author, ...more };
  return harness.harness.command(shareMentioned, input, 'comments');
}

test('who is mentioned gets the record shared; the history says so, and nobody is told of a share', async () => {
  const { ID: id } = await create({ name: 'Discussed' });
  expect(await mention(id, [4, 5])).toEqual({ shared_with: [4, 5] });
  expect(await harness.stored(id)).toMatchObject({ sharedWith: [3, 4, 5], version: 2 });
  expect(await storedShares(id)).toEqual([3, 4, 5]);
  const { activity } = await activityOf(id);
  const notes = activity.map(({ name, object_note: note }) => `${name}: ${note}`);
  expect(notes).toEqual(expect.arrayContaining(['User 3: Shared with User 4', 'User 3: Shared with User 5']));
  expect(await entityEvents('share', id, 3)).toEqual(
    Array(3).fill(expect.objectContaining({ silent: true })),
  );
});

test('who is mentioned again, or does not exist, or may not work with contacts, changes nothing', async () => {
  const { ID: id } = await create({ name: 'Discussed' });
  await mention(id, [3, 4711, 95]);
  expect(await harness.stored(id)).toMatchObject({ sharedWith: [3], version: 1 });
});

test.each<[string, CommentAuthor]>([
  ['a user', { ...author, user_id: 6 }],
  ['a site link', { ...author, kind: 'site_link', user_id: 0 }],
])('%s who may not update the record shares it with nobody', async (_who, stranger) => {
  const { ID: id } = await create({ name: 'Discussed' });
  await mention(id, [4], { author: stranger });
  expect(await harness.stored(id)).toMatchObject({ sharedWith: [3], version: 1 });
});

test('a mention in a comment on a record that is gone, or on one of another type, shares nothing', async () => {
  const { ID: id } = await create({ name: 'Discussed' });
  await mention(id, [4], { post_type: 'groups' });
  expect(await harness.stored(id)).toMatchObject({ sharedWith: [3], version: 1 });
  await harness.ask(recordsDelete, { post_type: 'contacts', id }, mona);
  await mention(id, [4]);
  expect(await storedShares(id)).toEqual([]);
});
