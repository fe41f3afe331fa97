import { beforeAll, describe, expect, test } from '@jest/globals';
import { api, done, type Answer, type Api } from '../support/http.ts';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';

let world: World;
/** Who attacks, and whose things are attacked; both are multipliers. */
let mallory: TestUser;
let victor: TestUser;
let attack: Api;
let victim: Api;
/** Victor's own, and one that both share. */
let closed: number;
let common: number;

const contacts = 'svc-posts/v2/contacts';
const groups = 'svc-posts/v2/groups';

beforeAll(async () => {
  world = await worldInCommon();
  mallory = await world.createUser({ role: 'multiplier', displayName: 'Mallory' });
  victor = await world.createUser({ role: 'multiplier', displayName: 'Victor' });
  attack = api(world, mallory.token);
  victim = api(world, victor.token);
  closed = await make(victim, contacts, { name: 'Closed', nickname: 'as it was' });
  common = await make(victim, contacts, { name: 'Common' });
  await done(victim.post(`${contacts}/${common}/shares`, { json: { user_id: mallory.id } }));
});

async function make(by: Api, path: string, json: object): Promise<number> {
  return Number((await done(by.post(path, { json })))['ID']);
}

const expectRefused = async (asked: Promise<Answer>, status: number, code?: string): Promise<void> => {
  const { status: answered, body } = await asked;
  expect({ status: answered, body }).toMatchObject({
    status,
    body: { ...(code ? { code } : {}), data: { status } },
  });
};

describe('a record under the path of another type', () => {
  test.each<[string, (path: string) => Promise<Answer>]>([
    ['is not shown', (path) => attack.get(path)],
    ['is not changed', (path) => attack.post(path, { json: { name: 'Changed' } })],
    ['is not deleted', (path) => attack.delete(path)],
    ['has no comments', (path) => attack.get(`${path}/comments`)],
    ['gets no comments', (path) => attack.post(`${path}/comments`, { json: { comment: 'x' } })],
    ['has no history', (path) => attack.get(`${path}/activity`)],
    ['has no shares', (path) => attack.get(`${path}/shares`)],
    ['is not shared', (path) => attack.post(`${path}/shares`, { json: { user_id: victor.id } })],
    ['is not accepted', (path) => attack.post(`${path}/accept`, { json: { accept: true } })],
  ])('%s', async (_what, send) => {
    const id = await make(attack, groups, { name: 'Group' });
    await expectRefused(send(`${contacts}/${id}`), 403);
    expect(await done(attack.get(`${groups}/${id}`))).toMatchObject({ name: 'Group' });
  });

  test('cannot be connected as if it were of that type', async () => {
    const group = await make(attack, groups, { name: 'Group' });
    const contact = await make(attack, contacts, { name: 'Contact' });
    const json = { baptized_by: { values: [{ value: group }] } };
    await expectRefused(attack.post(`${contacts}/${contact}`, { json }), 400);
  });
});

describe('what no client may set', () => {
  const keys: readonly (readonly [string, unknown])[] = [
    ['post_author', 1],
    ['authorId', 1],
    ['sharedWith', [1]],
    ['shared_with', [1]],
    ['followers', [1]],
    ['roles', ['administrator']],
    ['capabilities', ['manage_dt']],
    ['version', 99],
    ['postType', 'groups'],
    ['commentsWith', 1],
    ['sort', { name: 'a' }],
    ['$set', { name: 'x' }],
    ['fields', { name: 'x' }],
    ['fields.name', 'x'],
  ];

  test.each(keys)('%s is refused on create and update, and nothing is written', async (key, value) => {
    const before = await done(attack.get(contacts, { query: { limit: 0 } }));
    await expectRefused(attack.post(contacts, { json: { name: 'Made', [key]: value } }), 400);
    expect(await done(attack.get(contacts, { query: { limit: 0 } }))).toEqual(before);
    const id = await make(attack, contacts, { name: 'Own' });
    const made = await done(attack.get(`${contacts}/${id}`));
    await expectRefused(attack.post(`${contacts}/${id}`, { json: { nickname: 'x', [key]: value } }), 400);
    expect(await done(attack.get(`${contacts}/${id}`))).toEqual(made);
  });

  test('a contact does not become that of a user', async () => {
    const json = { name: 'Made', corresponds_to_user: victor.id };
    await expectRefused(attack.post(contacts, { json }), 403, 'create_post');
    const id = await make(attack, contacts, { name: 'Own' });
    await expectRefused(attack.post(`${contacts}/${id}`, { json }), 403, 'update_post');
    expect(await done(victim.get('svc/v1/user/my'))).toMatchObject({
      corresponds_to_contact: victor.contactId,
    });
  });

  test('an ID in the body does not choose the record', async () => {
    const id = await make(attack, contacts, { name: 'Own' });
    await attack.post(`${contacts}/${id}`, { json: { ID: closed, nickname: 'moved' } });
    const created = await attack.post(contacts, { json: { ID: closed, name: 'Taken' } });
    expect(created.body['ID']).not.toBe(closed);
    expect(await done(victim.get(`${contacts}/${closed}`))).toMatchObject({
      name: 'Closed',
      nickname: 'as it was',
    });
  });

  test.each([
    { save_roles: ['administrator'] },
    { save_roles: ['dispatcher'], promote: true },
    { roles: ['administrator'] },
    { capabilities: { manage_dt: true } },
    { allowed_sources: ['all'] },
    { tokenVersion: 0 },
    { passwordHash: 'x' },
    { contactId: 1 },
    { disabled: false },
    { _id: 1 },
  ])('user/update with %j gives no rights', async (json) => {
    await attack.post('svc/v1/user/update', { json });
    const { profile } = await done(attack.get('svc/v1/user/my'));
    // In whichever language Mallory has chosen meanwhile.
    expect(profile).toHaveProperty('roles', { multiplier: expect.any(String) });
    await expectRefused(attack.get('user-management/v1/get_users'), 401, 'no_permissions');
  });
});

describe('operators instead of values', () => {
  const operators = [{ $gt: '' }, { $ne: null }, { $where: '1' }, { $regex: '.*' }, [{ $gt: '' }]];

  test.each(operators)('%j is no user name and no password', async (operator) => {
    const stranger = api(world);
    const path = 'jwt-auth/v1/token';
    for (const json of [
      { username: operator, password: operator },
      { username: victor.username, password: operator },
      { username: operator, password: victor.password },
    ]) {
      const { status, body } = await stranger.post(path, { json });
      expect([400, 403]).toContain(status);
      expect(body).not.toHaveProperty('token');
    }
  });

  test.each<[string, () => Promise<Answer>]>([
    [
      'a user to share with',
      () => attack.post(`${contacts}/${common}/shares`, { json: { user_id: { $gt: 0 } } }),
    ],
    [
      'a user to unshare',
      () => attack.delete(`${contacts}/${common}/shares`, { json: { user_id: { $ne: 0 } } }),
    ],
    ['a comment', () => attack.post(`${contacts}/${common}/comments`, { json: { comment: { $gt: '' } } })],
    [
      'a channel value',
      () =>
        attack.post(`${contacts}/check_field_value_exists`, {
          json: { communication_channel: 'contact_phone', field_value: { $gt: '' } },
        }),
    ],
    ['a field to split by', () => attack.post(`${contacts}/split_by`, { json: { field_id: { $gt: '' } } })],
    ['users to look for', () => attack.get('svc/v1/users/get_users', { query: { s: { $gt: '' } } })],
  ])('are no %s', async (_what, send) => {
    await expectRefused(send(), 400);
  });
});
