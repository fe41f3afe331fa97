import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  usersActor,
  usersAllRoles,
  usersCreateRole,
  usersDeleteRole,
  usersSetRoles,
  usersUpdateRole,
  type Actor,
  type InputOf,
} from '@svc/contracts';
import { harnessOfSuite } from '../testing/users-harness.ts';

const harness = harnessOfSuite(2);
let made = 0;
let admin: Actor;
let manager: Actor;
/** A key that no role has yet. */
let key: string;

const newUser = (...roles: string[]) => harness.newUser(`role-user-${(made += 1)}`, { roles });

beforeEach(async () => {
  admin = await newUser('administrator');
  manager = await newUser('user_manager');
  key = `helper_${made}`;
});

type Asked = Partial<InputOf<typeof usersCreateRole>>;

const create = (actor: Actor, asked: Asked = {}) =>
  harness.call(
    usersCreateRole,
    { key, label: 'Helper', permissions: { access_contacts: true }, ...asked },
    actor,
  );
const update = (actor: Actor, asked: Partial<InputOf<typeof usersUpdateRole>>) =>
  harness.call(usersUpdateRole, { key, ...asked }, actor);
const remove = (actor: Actor, moveTo?: string) =>
  harness.call(usersDeleteRole, { key, ...(moveTo !== undefined && { move_to: moveTo }) }, actor);
const all = (actor: Actor) => harness.call(usersAllRoles, {}, actor);
const actorOf = async ({ userId }: Actor) =>
  (await harness.ask(usersActor, { user_id: userId })).actor as Actor;
const nameOf = (number: number) => `role-user-${number}`;
const roleIn = async () => (await all(admin)).roles.find((role) => role.key === key);

test('a created role is given like any other, and each instance knows it at once', async () => {
  const role = await create(admin, {
    description: 'Helps',
    permissions: { access_contacts: true, read: false },
  });
  const shown = { key, label: 'Helper', description: 'Helps', permissions: { access_contacts: true } };
  expect(role).toMatchObject({ ...shown, origin: 'installation', users: 0 });
  const user = await newUser('registered');
  for (let time = 0; time < 4; time += 1) {
    await harness.ask(usersSetRoles, { username: nameOf(made), roles: [key] });
    expect(await actorOf(user)).toMatchObject({ roles: [key], capabilities: ['access_contacts'] });
  }
  expect(await roleIn()).toMatchObject({ ...shown, users: 1 });
});

test('a changed role changes the rights of its users on every instance, with an event of each', async () => {
  await create(admin);
  const user = await newUser(key);
  await update(admin, { permissions: { access_contacts: true, access_groups: true } });
  for (let time = 0; time < 4; time += 1)
    expect((await actorOf(user)).capabilities).toEqual(['access_contacts', 'access_groups']);
  await update(admin, { permissions: {} });
  for (let time = 0; time < 4; time += 1) expect((await actorOf(user)).capabilities).toEqual([]);
  expect((await harness.eventsOf(user.userId)).slice(-2)).toMatchObject([
    { data: { changed: ['roles'] } },
    { data: { changed: ['roles'] } },
  ]);
});

test('the history shows who changed a role, and how', async () => {
  await create(admin);
  await update(manager, { label: 'Renamed' });
  await remove(admin);
  await create(admin, { label: 'Again' });
  const by = ({ userId, displayName }: Actor) => ({ id: userId, display_name: displayName });
  const content = (label: string) => ({ label, description: '', permissions: { access_contacts: true } });
  expect((await roleIn())?.history).toEqual([
    { at: expect.any(String), by: by(admin), action: 'created', before: null, after: content('Again') },
    { at: expect.any(String), by: by(admin), action: 'deleted', before: content('Renamed'), after: null },
    {
      at: expect.any(String),
      by: by(manager),
      action: 'updated',
      before: content('Helper'),
      after: content('Renamed'),
    },
    { at: expect.any(String), by: by(admin), action: 'created', before: null, after: content('Helper') },
  ]);
});

describe('a role in use', () => {
  test('is deleted only with the next role of its users, who get it', async () => {
    await create(admin);
    const user = await newUser(key, 'partner');
    await expect(remove(admin)).rejects.toMatchObject({
      code: 'role_in_use',
      status: 409,
      data: { users: 1 },
    });
    await expect(remove(admin, key)).rejects.toMatchObject({ code: 'role_in_use' });
    await expect(remove(admin, 'nonsense')).rejects.toMatchObject({ code: 'invalid_role' });
    expect(await actorOf(user)).toMatchObject({ roles: [key, 'partner'] });
    expect(await remove(admin, 'multiplier')).toBe(true);
    expect(await actorOf(user)).toMatchObject({ roles: ['multiplier', 'partner'] });
    expect(await roleIn()).toBeUndefined();
  });

  test('is not deleted by callers who may not give the next role, or not change its users', async () => {
    await create(admin);
    const user = await newUser(key);
    await expect(remove(manager, 'dispatcher')).rejects.toMatchObject({
      code: 'no_permissions',
      status: 403,
    });
    await harness.ask(usersSetRoles, { username: nameOf(made), roles: [key, 'administrator'] });
    await expect(remove(manager, 'multiplier')).rejects.toMatchObject({
      code: 'no_permissions',
      status: 403,
    });
    expect(await actorOf(user)).toMatchObject({ roles: [key, 'administrator'] });
  });
});

describe('nobody makes a role with rights that they do not have', () => {
  const refused = { code: 'no_permissions', status: 403 };

  test.each(['manage_dt', 'dt_all_access_contacts', 'edit_posts', 'delete_any_groups'])(
    'a user manager with %s',
    async (capability) => {
      await expect(create(manager, { permissions: { [capability]: true } })).rejects.toMatchObject(refused);
      expect(await roleIn()).toBeUndefined();
      await create(manager);
      await expect(update(manager, { permissions: { [capability]: true } })).rejects.toMatchObject(refused);
      expect(await roleIn()).toMatchObject({ permissions: { access_contacts: true } });
    },
  );

  test('nor takes such rights from a role', async () => {
    await create(admin, { permissions: { manage_dt: true } });
    await expect(update(manager, { permissions: {} })).rejects.toMatchObject(refused);
    await expect(remove(manager)).rejects.toMatchObject(refused);
  });

  test.each(['multiplier', 'dispatcher', 'registered'])('a %s administers no roles', async (role) => {
    const user = await newUser(role);
    const refusal = { code: 'no_permissions', status: 401 };
    for (const ask of [() => all(user), () => create(user), () => update(user, {}), () => remove(user)])
      await expect(ask()).rejects.toMatchObject(refusal);
  });
});

test.each<[string, Asked, object]>([
  ['a capability that does not exist', { permissions: { fly: true } }, { code: 'rest_invalid_param' }],
  ['a key of a wrong form', { key: 'No Key' }, { code: 'rest_invalid_param' }],
  ['a key of the program', { key: 'multiplier' }, { code: 'role_exists', status: 409 }],
  ['no label', { label: ' ' }, { code: 'rest_invalid_param' }],
])('a role with %s is not created', async (_what, asked, refusal) => {
  await expect(create(admin, asked)).rejects.toMatchObject(refusal);
  expect(await roleIn()).toBeUndefined();
});

test('a second role with the key is refused, also of two at once', async () => {
  const outcomes = await Promise.allSettled([create(admin), create(admin)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(create(admin)).rejects.toMatchObject({ code: 'role_exists' });
});

test('a role of the program cannot be changed, but copied', async () => {
  const { roles } = await all(admin);
  const { permissions } = roles.find((role) => role.key === 'multiplier') ?? {};
  key = 'multiplier';
  for (const ask of [() => update(admin, { label: 'x' }), () => remove(admin, 'registered')])
    await expect(ask()).rejects.toMatchObject({ code: 'invalid_role', status: 400 });
  key = `copy_${made}`;
  expect(await create(admin, { permissions: permissions ?? {} })).toMatchObject({ permissions });
});

test('every capability is listed with a description in the language of the caller', async () => {
  const { capabilities } = await all(manager);
  expect(capabilities.filter(({ description }) => description === '')).toEqual([]);
  const byKey = new Map(capabilities.map((each) => [each.key, each]));
  expect(byKey.get('create_users')).toEqual({
    key: 'create_users',
    description: 'Create users',
    may_give: true,
  });
  expect(byKey.get('manage_dt')).toMatchObject({ may_give: false });
  const german = await harness.call(usersAllRoles, {}, { ...admin, locale: 'de_DE' });
  expect(german.capabilities.find((each) => each.key === 'create_users')?.description).toBe(
    'Benutzer anlegen',
  );
});
