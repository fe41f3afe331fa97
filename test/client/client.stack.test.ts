import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';
import { Browser, type ClientSession } from './browser.ts';
import type { ClientError } from './web-components.ts';

let world: World;
let browser: Browser;
let mona: TestUser;
let colleague: TestUser;
let client: ClientSession;

beforeAll(async () => {
  world = await worldInCommon();
  [mona, colleague] = await Promise.all([
    world.createUser({ role: 'multiplier', displayName: 'Mona' }),
    world.createUser({ role: 'multiplier', displayName: 'Carl Colleague' }),
  ]);
  browser = await Browser.open();
  client = sessionOf(mona);
});

afterAll(() => browser?.close());

/** Without a token nobody is logged in. */
const sessionOf = (user: { token?: string } = {}) =>
  browser.session({ gatewayUrl: world.gatewayUrl, ...(user.token && { token: user.token }) });

async function failureOf(request: Promise<unknown>): Promise<{ message: string; status: number }> {
  const error = await request.then(
    () => undefined,
    (reason: ClientError) => reason,
  );
  return { message: error?.message ?? 'it succeeded', status: error?.args.status ?? 200 };
}

test('logs in and sends requests with the token', async () => {
  const stranger = sessionOf();
  const { username, password, email } = mona;
  const login = stranger.api.makeRequest('POST', 'token', { username, password }, 'jwt-auth/v1/');
  const answer = (await login) as { token: string };
  expect(answer).toMatchObject({ user_display_name: 'Mona', user_email: email, user_nicename: username });

  const session = sessionOf(answer);
  const { ID: id } = await session.api.createPost('contacts', { name: 'By a fresh login' });
  expect(await session.api.getPost('contacts', id)).toMatchObject({ ID: id, name: 'By a fresh login' });
});

test('creates contacts and groups, lists them and reads them back', async () => {
  const { api } = client;
  const contact = await api.createPost('contacts', {
    name: 'Lydia',
    contact_email: [{ value: 'lydia@example.test' }],
    milestones: { values: [{ value: 'milestone_baptized' }] },
  });
  const group = await api.createPost('groups', { name: 'By the river', group_type: 'church' });
  expect(group).toMatchObject({ post_type: 'groups', group_type: { key: 'church', label: 'Church' } });

  const read = await api.getPost('contacts', contact.ID);
  expect(read).toEqual(contact);
  expect(read).toMatchObject({
    name: 'Lydia',
    contact_email: [{ value: 'lydia@example.test', verified: false, key: expect.any(String) }],
    milestones: ['milestone_baptized'],
    assigned_to: { id: String(mona.id), display: 'Mona' },
  });
  expect(await api.getContactInfo('contacts', contact.ID)).toEqual(contact);
  expect(await api.getPost('groups', group.ID)).toEqual(group);

  const contacts = await api.fetchPostsList('contacts', { sort: '-post_date', limit: 50 });
  expect(contacts.posts.map(({ ID }) => ID)).toContain(String(contact.ID));
  expect(contacts.total).toBe(contacts.posts.length);
  const groups = await api.fetchPostsList('groups', { group_type: ['church'], fields_to_return: ['name'] });
  expect(groups).toMatchObject({ total: 1, posts: [{ ID: String(group.ID), name: 'By the river' }] });
});

test('updates and deletes records', async () => {
  const { ID: id } = await client.api.createPost('contacts', { name: 'Before' });
  expect(await client.api.updatePost('contacts', id, { title: 'After', gender: 'female' })).toMatchObject({
    name: 'After',
    gender: { key: 'female', label: 'Female' },
  });
  expect(await client.api.deletePost('contacts', id)).toBe(true);
  expect(await failureOf(client.api.getPost('contacts', id))).toEqual({
    message: `Sorry, you don't have permission to view the contact with id ${id}.`,
    status: 403,
  });
});

test('comments, edits and deletes comments', async () => {
  const { api } = client;
  const { ID: id } = await api.createPost('contacts', { name: 'Commented' });
  const first = await api.createComment('contacts', id, 'We met at the well');
  const second = await api.createComment('contacts', id, 'Called again');
  expect(first).toMatchObject({ comment_content: 'We met at the well', comment_author: 'Mona' });
  expect(first.user_id).toBe(String(mona.id));

  const edited = await api.updateComment('contacts', id, first.comment_ID, 'We met at the gate');
  expect(edited).toMatchObject({ comment_ID: first.comment_ID, comment_content: 'We met at the gate' });
  const listed = await api.getComments('contacts', id);
  expect(listed.total).toBe(2);
  expect(listed.comments.map(({ comment_ID }) => comment_ID).sort()).toEqual(
    [first.comment_ID, second.comment_ID].sort(),
  );

  expect(await api.deleteComment('contacts', id, second.comment_ID)).toBe(true);
  const left = await api.getComments('contacts', id);
  expect(left).toMatchObject({ total: 1, comments: [{ comment_content: 'We met at the gate' }] });
});

test('adds and removes a reaction to a comment', async () => {
  const { api } = client;
  const { ID: id } = await api.createPost('contacts', { name: 'Liked', assigned_to: colleague.id });
  const { comment_ID: commentId } = await api.createComment('contacts', id, 'We met');
  const other = sessionOf(colleague);
  const react = (by: typeof api, user: { id: number }) =>
    by.toggle_comment_reaction('contacts', id, commentId, user.id, 'reaction_thumbs_up');
  expect(await react(api, mona)).toEqual([]);
  expect(await react(other.api, colleague)).toEqual([String(mona.id)]);
  expect(await react(api, mona)).toBe(true);
  const { comments } = await api.getComments('contacts', id);
  expect(comments).toMatchObject([
    { comment_reactions: { reaction_thumbs_up: [{ user_id: String(colleague.id) }] } },
  ]);
});

test('reads the history and one item of it', async () => {
  const { api } = client;
  const { ID: id } = await api.createPost('contacts', { name: 'Historic' });
  await api.updatePost('contacts', id, { nickname: 'Storied' });
  const { activity, total } = await api.getPostActivity('contacts', id);
  const item = activity.find(({ meta_key: key }) => key === 'nickname');
  expect(total).toBe(activity.length);
  expect(item).toMatchObject({ name: 'Mona', object_note: 'Nickname changed to Storied' });
  expect(await api.getSingleActivity('contacts', id, item?.histid ?? '')).toMatchObject({
    ...item,
    action: 'field_update',
    meta_value: 'Storied',
  });
  expect(await api.revertActivity('contacts', id, item?.histid ?? '')).toMatchObject({
    ID: id,
    name: 'Historic',
  });
  expect(await api.getPost('contacts', id)).not.toHaveProperty('nickname');
});

test('finds possible duplicates and existing values', async () => {
  const { api } = client;
  const phone = { contact_phone: [{ value: '0151 202 122' }] };
  const { ID: id } = await api.createPost('contacts', { name: 'Priska', ...phone });
  const { ID: other } = await api.createPost('contacts', { name: 'Aquila', ...phone });
  expect(await api.checkDuplicateUsers('contacts', id)).toEqual({ ids: [other] });
  expect(await api.getPostDuplicates('contacts', id)).toMatchObject([
    { ID: other, fields: [{ field: 'contact_phone' }], post: { name: 'Aquila' } },
  ]);
  const value = { communication_channel: 'contact_phone', field_value: '0151202122' };
  const holders = [other, id].map((each) => ({ post_id: String(each) }));
  expect(await api.checkFieldValueExists('contacts', value)).toEqual(holders);
});

test('shares records, lists shares, and removes shares', async () => {
  const { api } = client;
  const other = sessionOf(colleague);
  const { ID: id } = await api.createPost('contacts', { name: 'To share' });
  const asked = await other.api.requestRecordAccess('contacts', id, colleague.id);
  const { comments } = await api.getComments('contacts', id);
  expect(comments.map(({ comment_ID, comment_author }) => [comment_ID, comment_author])).toEqual([
    [asked, 'Carl Colleague'],
  ]);

  expect(await api.addPostShare('contacts', id, colleague.id)).toBe(1);
  expect(await api.getPostShares('contacts', id)).toMatchObject(
    [mona, colleague].map((user) => ({ user_id: String(user.id), display_name: user.displayName })),
  );
  expect(await other.api.getPost('contacts', id)).toMatchObject({ ID: id });

  expect(await api.removePostShare('contacts', id, colleague.id)).toBe(1);
  expect(await failureOf(other.api.getPost('contacts', id))).toMatchObject({ status: 403 });
});

test('invites users with the permission to', async () => {
  const user = { 'user-email': 'invited@example.test', 'user-display': 'Invited' };
  expect(await failureOf(client.api.createUser(user))).toEqual({
    message: "You don't have permissions to create users",
    status: 401,
  });
  const administrator = sessionOf(await world.createUser({ role: 'administrator' }));
  expect(await administrator.api.createUser(user)).toEqual(expect.any(Number));
});

test('gets the reason when a contact cannot be transferred', async () => {
  const { api } = sessionOf(await world.createUser({ role: 'dispatcher' }));
  const { ID: id } = await api.createPost('contacts', { name: 'To hand over' });
  expect(await failureOf(api.transferContact(id, 99))).toEqual({
    message: 'Error creating site connection details.',
    status: 400,
  });
  expect(await failureOf(api.transferContactSummaryUpdate(id, 'well'))).toEqual({
    message: 'The contact was not transferred to another site.',
    status: 400,
  });
});

test('finds colleagues to assign records to', async () => {
  await client.api.createPost('contacts', { name: 'Of both', assigned_to: colleague.id });
  const found = await client.api.searchUsers('carl', 'contacts');
  expect(found).toEqual([expect.objectContaining({ ID: colleague.id, name: 'Carl Colleague' })]);
});

test('finds records and values by typed text', async () => {
  const { api } = client;
  const tags = { values: [{ value: 'long aside' }] };
  const { ID: id } = await api.createPost('contacts', { name: 'Bob & company', tags });
  expect(await api.listPostsCompact('contacts', 'Bob & c')).toMatchObject({
    posts: [{ ID: id, name: 'Bob & company' }],
    total: 1,
  });
  expect(await api.getMultiSelectValues('contacts', 'tags', 'g as')).toEqual(['long aside']);
  expect(await api.getLocations('contacts', 'location_grid', 'all', 'place 2')).toEqual({
    location_grid: [{ ID: '200', name: 'Place 200' }],
    total: '1',
  });
});

test('saves and deletes filters of lists', async () => {
  const { api } = client;
  const filter = { ID: '1795', name: 'Mine', query: { assigned_to: ['me'] } };
  expect(await api.saveFilters('contacts', filter)).toBe(true);
  // This client sends no post type with requests for filters.
  expect(await api.getFilters()).toEqual([]);
  expect(await api.deleteFilter('contacts', '1795')).toBe(true);
});

test('a search without its parameters, as this client sends it, gets a clear message', async () => {
  const search = client.api.advanced_search('Lydia', 'all', 0, {});
  expect(await failureOf(search)).toEqual({
    message: expect.stringMatching(/query.*post_type/),
    status: 400,
  });
});

test('every request of the client is tested in this suite', () => {
  const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(client.api));
  const inner = ['constructor', 'makeRequestOnPosts'];
  expect(methods.filter((name) => !inner.includes(name) && !browser.called.has(name))).toEqual([]);
});
