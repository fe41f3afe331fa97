import { beforeAll, describe, expect, test } from '@jest/globals';
import { api, done, make, type Answer, type Api } from '../support/http.ts';
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

const expectRefused = async (asked: Promise<Answer>, status: number, code?: string): Promise<void> => {
  const { status: answered, body } = await asked;
  expect({ status: answered, body }).toMatchObject({
    status,
    body: { ...(code ? { code } : {}), data: { status } },
  });
};

describe('protected values', () => {
  test('a client cannot make a contact that of a user', async () => {
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
});

describe('query operators in place of values', () => {
  const operators = [{ $gt: '' }, { $ne: null }, { $where: '1' }, { $regex: '.*' }, [{ $gt: '' }]];

  test.each(operators)('%j is refused as a user name and as a password', async (operator) => {
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
  ])('are refused as %s', async (_what, send) => {
    await expectRefused(send(), 400);
  });
});
