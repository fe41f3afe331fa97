import { describe, expect, test } from '@jest/globals';
import {
  isWellFormedApiKey,
  makeApiKey,
  type Actor,
  usersAdd,
  usersApiKeyActor,
  usersApiKeys,
  usersCreateApiKey,
  usersDeleteApiKey,
  usersDisable,
  usersSendPasswordReset,
  usersSetRoles,
  type InputOf,
} from '@svc/contracts';
import { harnessOfSuite } from '../testing/users-harness.ts';

const harness = harnessOfSuite(2);
let made = 0;
const newUser = (...roles: string[]) =>
  harness.newUser(`key-user-${(made += 1)}`, roles.length > 0 ? { roles } : {});

type Asked = Partial<InputOf<typeof usersCreateApiKey>>;

async function create(actor: Actor, asked: Asked = {}) {
  const created = await harness.call(usersCreateApiKey, { name: 'Sync', access: 'write', ...asked }, actor);
  return { ...created, key: String(created.key) };
}

const actorOf = async (key: string, address = '192.0.2.1') =>
  (await harness.ask(usersApiKeyActor, { key, address })).actor;
const list = (actor: Actor, user?: number) =>
  harness.call(usersApiKeys, user ? { user_id: user } : {}, actor);
const revoke = (actor: Actor, id: number) => harness.call(usersDeleteApiKey, { id }, actor);

const ended = { code: 'key_ended', status: 401 };

test('a key is shown once, and stored as a hash', async () => {
  const mona = await newUser();
  const created = await create(mona, { access: 'read', post_types: ['contacts', 'contacts'] });
  const shown = {
    id: expect.any(Number),
    name: 'Sync',
    prefix: created.key.slice(0, 10),
    access: 'read',
    post_types: ['contacts'],
    expires_at: null,
    created_at: expect.stringMatching(/Z$/),
  };
  expect(created).toEqual({ ...shown, key: expect.any(String) });
  expect(isWellFormedApiKey(created.key)).toBe(true);
  expect(await list(mona)).toEqual({ keys: [{ ...shown, last_used_at: null, last_used_from: null }] });
  const stored = JSON.stringify(await harness.collection('api_keys').find().toArray());
  expect(stored).not.toContain(created.key.slice(10));
});

test('the answer to a repeated creation lacks the key', async () => {
  const mona = await newUser();
  const input = { name: 'Twice', access: 'read' } as const;
  const send = () => harness.call(usersCreateApiKey, input, mona, { idempotencyKey: 'twice' });
  const first = await send();
  const { key, ...rest } = first;
  expect(key).toMatch(/^rvk_/);
  expect(await send()).toEqual(rest);
});

test('a key acts as its user, with the rights that they have now', async () => {
  const mona = await newUser('multiplier');
  const { key, id } = await create(mona);
  const { capabilities } = mona;
  const limits = { id, access: 'write', administration: false };
  expect(await actorOf(key)).toEqual({ ...mona, capabilities, key: limits });
  await harness.ask(usersSetRoles, { username: `key-user-${made}`, roles: ['registered'] });
  expect(await actorOf(key)).toMatchObject({ userId: mona.userId, roles: ['registered'], capabilities: [] });
});

test('a key of some post types has no capability for others', async () => {
  const admin = await newUser('administrator');
  const { key } = await create(admin, { post_types: ['groups'] });
  const actor = await actorOf(key);
  expect(actor?.capabilities).toEqual([
    'access_disciple_tools',
    'access_groups',
    'can_access_home_screen',
    'create_groups',
    'delete_any_groups',
    'dt_all_admin_groups',
    'dt_list_users',
    'list_all_groups',
    'read',
    'read_location',
    'update_any_groups',
    'view_any_groups',
    'view_project_metrics',
  ]);
  expect(actor?.key?.postTypes).toEqual(['groups']);
});

test('only a key with administration has the rights of an administrator over accounts', async () => {
  const admin = await newUser('administrator');
  const plain = await actorOf((await create(admin)).key);
  expect(plain?.roles).toEqual([]);
  for (const right of ['manage_dt', 'promote_users', 'edit_users', 'edit_posts', 'delete_roles'])
    expect(plain?.capabilities).not.toContain(right);
  const full = await actorOf((await create(admin, { administration: true })).key);
  expect(full).toMatchObject({ roles: ['administrator'], capabilities: admin.capabilities });
});

test('the last use of a key is stored with its address, once a minute', async () => {
  const mona = await newUser();
  const { key } = await create(mona);
  await actorOf(key, '192.0.2.7');
  await actorOf(key, '192.0.2.8');
  const { keys } = await list(mona);
  expect(keys).toMatchObject([{ last_used_at: expect.stringMatching(/Z$/), last_used_from: '192.0.2.7' }]);
});

describe('a key is refused', () => {
  test('when it is unknown, with null', async () => {
    expect(await actorOf(makeApiKey())).toBeNull();
  });

  test('after its end', async () => {
    const { key, id } = await create(await newUser(), {
      expires_at: new Date(Date.now() + 60_000).toISOString(),
    });
    expect(await actorOf(key)).not.toBeNull();
    await harness.collection('api_keys').updateOne({ _id: id }, { $set: { expiresAt: new Date() } });
    await expect(actorOf(key)).rejects.toMatchObject(ended);
  });

  test('after it was revoked, on every instance, with an event of its user', async () => {
    const mona = await newUser();
    const { key, id } = await create(mona);
    expect(await revoke(mona, id)).toBe(true);
    for (let time = 0; time < 4; time += 1) await expect(actorOf(key)).rejects.toMatchObject(ended);
    expect(await list(mona)).toEqual({ keys: [] });
    const events = await harness.eventsOf(mona.userId);
    expect(events.slice(-2)).toMatchObject([
      { data: { changed: ['api_keys'] } },
      { data: { changed: ['api_keys'] } },
    ]);
  });

  test('while its user is disabled', async () => {
    const { key } = await create(await newUser());
    const disable = (disabled: boolean) =>
      harness.ask(usersDisable, { username: `key-user-${made}`, disabled });
    await disable(true);
    await expect(actorOf(key)).rejects.toMatchObject(ended);
    await disable(false);
    expect(await actorOf(key)).not.toBeNull();
  });

  test('with a delay after many unknown keys from one address', async () => {
    const address = '198.51.100.77';
    for (let time = 0; time < 51; time += 1) await actorOf(makeApiKey(), address).catch(() => undefined);
    await expect(actorOf(makeApiKey(), address)).rejects.toMatchObject({ code: 'too_many_requests' });
  });
});

describe('a refused creation stores nothing', () => {
  test.each<[string, Asked, object]>([
    [
      'no name',
      { name: ' ' },
      { code: 'rest_invalid_param', data: { params: { name: expect.any(String) } } },
    ],
    ['an end in the past', { expires_at: '2020-01-01T00:00:00Z' }, { code: 'rest_invalid_param' }],
    ['an end that is no time', { expires_at: 'tomorrow' }, { code: 'rest_invalid_param' }],
    ['no post types', { post_types: [] }, { code: 'rest_invalid_param' }],
    ['administration by a multiplier', { administration: true }, { code: 'no_permissions', status: 403 }],
    ['a key of somebody else', { user_id: 1 }, { code: 'no_permissions', status: 403 }],
  ])('with %s', async (_what, asked, refusal) => {
    const mona = await newUser();
    await expect(create(mona, asked)).rejects.toMatchObject(refusal);
    expect(await list(mona)).toEqual({ keys: [] });
  });

  test('with administration for some post types', async () => {
    const admin = await newUser('administrator');
    const asked = { administration: true, post_types: ['contacts'] };
    await expect(create(admin, asked)).rejects.toMatchObject({ code: 'rest_invalid_param' });
  });

  test('by a site link', async () => {
    const link: Actor = { ...(await newUser()), kind: 'site_link', userId: 0, siteLinkId: 1 };
    await expect(create(link)).rejects.toMatchObject({ code: 'user_id' });
  });
});

test('nobody but administrators lists and revokes the keys of others, for whom they do not exist', async () => {
  const owner = await newUser();
  const other = await newUser('user_manager');
  const { id, key } = await create(owner);
  await expect(list(other, owner.userId)).rejects.toMatchObject({ code: 'no_permissions', status: 403 });
  const missing = await revoke(other, 999_999).catch((error: unknown) => error);
  expect(missing).toMatchObject({ code: 'rest_invalid_param', status: 400 });
  await expect(revoke(other, id)).rejects.toMatchObject({ code: 'rest_invalid_param', status: 400 });
  expect(await actorOf(key)).not.toBeNull();
  const admin = await newUser('administrator');
  expect((await list(admin, owner.userId)).keys).toMatchObject([{ id }]);
  expect(await revoke(admin, id)).toBe(true);
  await expect(actorOf(key)).rejects.toMatchObject(ended);
});

describe('a service account', () => {
  const account = (password?: string): InputOf<typeof usersAdd> => ({
    'user-email': `robot-${(made += 1)}@ref.test`,
    'user-display': 'Robot',
    service_account: true,
    ...(password !== undefined && { 'user-password': password }),
  });

  test('has keys that an administrator creates, and cannot log in', async () => {
    const admin = await newUser('administrator');
    const input = account();
    const userId = Number(await harness.call(usersAdd, input, admin));
    const { key } = await create(admin, { user_id: userId });
    expect(await actorOf(key)).toMatchObject({ userId, displayName: 'Robot', roles: ['multiplier'] });
    await harness.ask(usersSetRoles, { username: String(input['user-email']), roles: ['dispatcher'] });
    expect(await actorOf(key)).toMatchObject({ roles: ['dispatcher'] });
    await expect(harness.login(String(input['user-email']))).rejects.toMatchObject({
      code: 'jwt_auth_failed',
    });
    await expect(harness.call(usersSendPasswordReset, { user: userId }, admin)).rejects.toMatchObject({
      code: 'rest_invalid_param',
    });
  });

  test('is created by administrators only, and without a password', async () => {
    await expect(harness.call(usersAdd, account(), await newUser('user_manager'))).rejects.toMatchObject({
      code: 'no_permissions',
      status: 403,
    });
    const withPassword = harness.call(usersAdd, account('secret-password'), await newUser('administrator'));
    await expect(withPassword).rejects.toMatchObject({ code: 'rest_invalid_param' });
  });
});
