import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  usersActor,
  usersAdd,
  usersDeleteUser,
  usersManaged,
  usersManagedPage,
  usersUpdateUser,
  usersUser,
  type Actor,
  type InputOf,
} from '@svc/contracts';
import { until } from '@svc/testing';
import { harnessOfSuite } from '../testing/users-harness.ts';

const harness = harnessOfSuite(1);
const actors = new Map<string, Actor>();

const roles: Readonly<Record<string, string>> = {
  ada: 'administrator',
  uma: 'user_manager',
  dina: 'dispatcher',
  mona: 'multiplier',
  mike: 'multiplier',
};

beforeAll(async () => {
  for (const [username, role] of Object.entries(roles))
    actors.set(username, await harness.newUser(username, { name: `The ${username}`, roles: [role] }));
});

beforeEach(async () => harness.outboxIsEmpty());

const actorOf = async (id: number) => (await harness.ask(usersActor, { user_id: id })).actor;
const as = (username: string) => actors.get(username) as Actor;
const idOf = (username: string) => as(username).userId;

const add = (who: string, input: InputOf<typeof usersAdd>) => harness.call(usersAdd, input, as(who));
const update = (who: string, whom: string, settings: Record<string, unknown>) =>
  harness.call(usersUpdateUser, { user: idOf(whom), settings }, as(who));
const updateById = (user: number | undefined) =>
  harness.call(usersUpdateUser, { user, settings: { locale: 'fr_FR' } }, as('uma'));
const remove = (who: string, whom: string) => harness.call(usersDeleteUser, { user: idOf(whom) }, as(who));

let serial = 0;
const person = (more: InputOf<typeof usersAdd> = {}): InputOf<typeof usersAdd> => ({
  'user-email': `new${(serial += 1)}@ref.test`,
  'user-display': 'Somebody New',
  ...more,
});

const ofGender = (gender: unknown) => ({ 'user-optional-fields': { gender } });

type Refused = [what: string, ask: () => Promise<unknown>, code: string, status: number];

const notYours = 'no_permissions';

const refusals: Refused[] = [
  ['a new user by a multiplier', () => add('mona', person()), notYours, 401],
  ['a new user by a dispatcher', () => add('dina', person()), notYours, 401],
  ['a new user without an e-mail', () => add('uma', { 'user-display': 'X' }), 'missing_error', 400],
  ['a new user with an empty name', () => add('uma', person({ 'user-display': ' ' })), 'missing_error', 400],
  [
    'a new user with a taken e-mail',
    () => add('uma', person({ 'user-email': 'MONA@ref.test' })),
    'email_exists',
    409,
  ],
  [
    'a new user with a taken name',
    () => add('uma', person({ 'user-username': 'Mona' })),
    'username_exists',
    409,
  ],
  [
    'a new user with a weak password',
    () => add('uma', person({ 'user-password': 'short' })),
    'weak_password',
    400,
  ],
  [
    'a new user with an unknown role',
    () => add('uma', person({ 'user-user_role': 'king' })),
    'invalid_role',
    400,
  ],
  [
    'a new user as an administrator',
    () => add('uma', person({ 'user-user_role': 'administrator' })),
    notYours,
    403,
  ],
  [
    'a new user with roles that the caller does not have',
    () => add('uma', person({ 'user-roles': ['dispatcher'] })),
    notYours,
    403,
  ],
  [
    'a new user for a contact that the caller cannot access',
    () => add('uma', person({ corresponds_to_contact: 4_711 })),
    notYours,
    401,
  ],
  [
    'a new user with an invalid setting',
    () => add('uma', person(ofGender({ $ne: 1 }))),
    'rest_invalid_param',
    400,
  ],
  ['a manager deleting themselves', () => remove('uma', 'uma'), notYours, 403],
  ['an update without a user', () => updateById(undefined), 'missing_error', 400],
  ['an update of an unknown user', () => updateById(9_999), 'user_id', 400],
];

test.each(refusals)('%s is refused and changes nothing', async (_what, ask, code, status) => {
  const before = await harness.state();
  await expect(ask()).rejects.toMatchObject({ name: 'ServiceError', code, status });
  expect(await harness.state()).toEqual(before);
});

test('users can be read only with the capability list_users', async () => {
  const read = [
    (who: string) => harness.call(usersUser, { user: idOf('mike') }, as(who)),
    (who: string) => harness.call(usersManaged, {}, as(who)),
    (who: string) => harness.call(usersManagedPage, {}, as(who)),
  ];
  for (const ask of read) {
    await expect(ask('mona')).rejects.toMatchObject({ code: notYours, message: 'Missing Permissions' });
    await expect(ask('dina')).resolves.toBeDefined();
  }
  const secret = /argon2|passwordHash|tokenVersion|loginKeys/;
  for (const ask of read) expect(JSON.stringify(await ask('ada'))).not.toMatch(secret);
});

test('a new user is a multiplier with a contact and the answer is the id', async () => {
  const id = await add('uma', person({ 'user-optional-fields': { dt_user_work_phone: '12', roles: ['x'] } }));
  const shown = await harness.call(usersUser, { user: Number(id) }, as('uma'));
  expect(shown).toMatchObject({
    user_id: id,
    display_name: 'Somebody New',
    username: shown.user_email,
    roles: ['multiplier'],
    user_fields: [{ key: 'dt_user_work_phone', value: '12' }],
    workload_status: 'active',
    corresponds_to_contact: expect.any(Number),
  });
});

test('a section of a page fills its keys, and leaves the others empty', async () => {
  harness.userActivity = { items: [], days: [{ day: '2026-01-02', count: 3 }] };
  const page = (section?: string) =>
    harness.call(usersUser, { user: idOf('mike'), ...(section && { section }) }, as('ada'));
  const days = (await page('days_active'))['days_active'] as { day: string }[];
  expect(days.slice(0, 6)).toEqual([
    expect.objectContaining({ day: '2025-12-28', weekday: 'Sunday', activity_count: 0, activity: 0 }),
    ...[1, 2, 3, 4].map(() => expect.objectContaining({ week_start: '2025-12-28', activity_count: 0 })),
    {
      day: '2026-01-02',
      weekday: 'Friday',
      weekday_number: '5',
      week_start: '2025-12-28',
      activity_count: 3,
      activity: 1,
    },
  ]);
  expect(days.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10));
  const whole = await page();
  for (const section of ['details', 'locations', 'stats', 'activity', 'pace']) {
    const part = await page(section);
    expect(Object.keys(whole)).toEqual(expect.arrayContaining(Object.keys(part)));
    expect(part).toMatchObject({ user_id: idOf('mike'), display_name: 'The mike', days_active: [] });
  }
  expect(await page('stats')).toMatchObject({ user_status: '', update_needed: { total: 0, posts: [] } });
});

test('users are listed with their contacts and their last activity', async () => {
  const counts = { update_needed: 1, assigned: 4, new_assigned: 2, active: 1 };
  harness.userCounts = {
    assigned: [{ user_id: idOf('mike'), ...counts }],
    last_activity: [{ user_id: idOf('mike'), time: 1_795_000_000 }],
  };
  const shown = {
    number_update: 1,
    number_assigned_to: 4,
    number_new_assigned: 2,
    number_active: 1,
    last_activity: 1_795_000_000,
  };
  const none = { number_assigned_to: 0, last_activity: null };
  const all = await harness.call(usersManaged, {}, as('ada'));
  expect(all[String(idOf('mike'))]).toMatchObject(shown);
  expect(all[String(idOf('mona'))]).toMatchObject(none);
  const { users } = await harness.call(usersManagedPage, { search: 'mike' }, as('ada'));
  expect(users).toMatchObject([{ ID: idOf('mike'), ...shown }]);
});

test('a user is created with every optional value', async () => {
  const names = { 'user-username': 'full', 'user-password': 'secret-password', locale: 'fr_FR' };
  const all = { ...names, 'user-roles': ['administrator'], return_contact: true };
  const made = await add('ada', person(all));
  expect(made).toEqual({ user_id: expect.any(Number), corresponds_to_contact: expect.any(Number) });
  const { user_id: id } = made as { user_id: number };
  expect(await actorOf(id)).toMatchObject({ roles: ['administrator'], locale: 'fr_FR' });
});

test('a contact that the creator may update is linked to the new user and to no other', async () => {
  harness.updatable = [500];
  const request = person({ corresponds_to_contact: 500, return_contact: true });
  const made = await add('uma', request);
  expect(made).toEqual({ user_id: expect.any(Number), corresponds_to_contact: 500 });
  const { user_id } = made as { user_id: number };
  await until(async () => expect(harness.linked).toEqual([{ contact_id: 500, user_id }]));
  const again = add('uma', person({ corresponds_to_contact: 500 }));
  await expect(again).rejects.toMatchObject({ code: 'rest_invalid_param', status: 400 });
});

test('of two simultaneous users for one contact one is created', async () => {
  harness.updatable = [501];
  const both = [1, 2, 3].map(() => add('uma', person({ corresponds_to_contact: 501 })));
  const outcomes = await Promise.allSettled(both);
  const refusals = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refusals).toMatchObject(Array(2).fill({ code: 'rest_invalid_param', status: 400 }));
});

test('an administrator changes settings and roles of a user and disables and enables them', async () => {
  const nina = await harness.newUser('nina');
  actors.set('nina', nina);
  expect(await update('dina', 'nina', { workload_status: 'active' })).toBe(true);
  expect(await update('uma', 'nina', { save_roles: ['registered'] })).toEqual(['registered']);
  expect(await actorOf(nina.userId)).toMatchObject({ roles: ['registered'], capabilities: [] });
  expect(await update('uma', 'nina', { disabled: 'true' })).toBe(true);
  expect(await actorOf(nina.userId)).toBeNull();
  await update('uma', 'nina', { disabled: false });
  expect(await actorOf(nina.userId)).not.toBeNull();
  expect(await harness.ask(usersActor, { user_id: nina.userId, token_version: 0 })).toEqual({ actor: null });
  expect(await remove('uma', 'nina')).toBe(true);
  expect(await actorOf(nina.userId)).toBeNull();
});

test('a page of users is searched, filtered and sorted, and query operators are refused', async () => {
  await update('ada', 'mike', { workload_status: 'too_many' });
  const page = async (input: InputOf<typeof usersManagedPage>) => {
    const { users, total_users } = await harness.call(usersManagedPage, input, as('dina'));
    return [users.map(({ display_name: name }) => name), total_users];
  };
  expect(await page({ search: 'the m' })).toEqual([['The mike', 'The mona'], 2]);
  expect(await page({ search: 'the m', sort: '-display_name', limit: 1 })).toEqual([['The mona'], 2]);
  expect(await page({ search: 'the m', limit: 1, offset: 1 })).toEqual([['The mona'], 2]);
  expect(await page({ filter: { workload_status: 'too_many' } })).toEqual([['The mike'], 1]);
  expect(await page({ filter: { roles: 'dispatcher' }, sort: 'passwordHash' })).toEqual([['The dina'], 1]);
  const [all, total] = await page({ filter: { roles: { $ne: 'x' }, passwordHash: 'x', $where: '1' } });
  expect(all).toHaveLength(total as number);
  expect(await page({ limit: 0 })).toEqual([[], total]);
});
