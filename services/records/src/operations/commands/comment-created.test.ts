import { beforeAll, expect, test } from '@jest/globals';
import { commentCreated, recordsAuthorize, usersActor, type CommentAuthor } from '@svc/contracts';
import { userActor } from '@svc/service-kit/testing';
import { harnessOfSuite, withExtensions } from '../../testing/records-harness.ts';
import { mona as creator, recordClient } from '../../testing/record-client.ts';

const harness = harnessOfSuite({ instances: 2, settings: withExtensions('listening') });
const { create, get } = recordClient(harness);

beforeAll(async () => {
  await harness.harness.standIn(usersActor, ({ user_id: id }) => ({
    actor: id < 90 ? userActor(id, 'Mona now', ['update_any_contacts']) : null,
  }));
});

const mona: CommentAuthor = { kind: 'user', user_id: 3, display_name: 'Mona then', email: 'm@x.test' };
const gone = { ...mona, user_id: 90, display_name: 'Gone' };
const link = { ...mona, kind: 'site_link', user_id: 0, display_name: 'Partner' } as const;
const checker = { ...link, kind: 'system', display_name: 'Duplicate Checker' } as const;

/** Comments that were written on a new contact, as comments tells it; answers what the extension has made of them. */
async function nicknameAfter(...comments: { id: number; type: string; author: CommentAuthor }[]) {
  const { ID: id } = await create({ name: 'Commented' });
  const input = { post_type: 'contacts', record_id: id, comments };
  expect(await harness.harness.command(commentCreated, input, 'comments')).toEqual({ done: true });
  return (await get(id))['nickname'];
}

test.each([
  ['a user with what they may do now', mona, 'user Mona now update_any_contacts'],
  ['a user who is gone without capabilities', gone, 'user Gone'],
  ['a site link without capabilities', link, 'site_link Partner'],
  ['the system', checker, 'system Duplicate Checker'],
])('an action that follows a comment is told who wrote it: %s', async (_who, author, told) => {
  expect(await nicknameAfter({ id: 5, type: 'comment', author })).toBe(`5 comment ${told}`);
});

test('an action follows each of several comments, in their order, whatever it does with the one before', async () => {
  const comments = ['email', 'broken', 'comment'].map((type, id) => ({ id, type, author: mona }));
  expect(await nicknameAfter(...comments)).toMatch(/^2 comment /);
});

test('an action that concerns every record follows each comment', async () => {
  const { ID: id } = await create({ name: 'Commented' });
  const asked = { post_type: 'contacts', id, action: 'update', to_comment: true } as const;
  expect(await harness.ask(recordsAuthorize, asked, creator)).toEqual({ allowed: true });
});

test('a command about no comment changes nothing', async () => {
  const { ID: id } = await create({ name: 'Commented' });
  const input = { post_type: 'contacts', record_id: id, comments: [] };
  await harness.harness.command(commentCreated, input, 'comments');
  expect(await harness.stored(id)).toMatchObject({ version: 1 });
});
