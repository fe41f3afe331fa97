import { beforeEach, expect, test } from '@jest/globals';
import {
  userEventSchema,
  usersCreate,
  usersDisable,
  usersSetPassword,
  usersSetRoles,
  type ErrorCode,
  type InputOf,
} from '@svc/contracts';
import { until, userActor } from '@svc/testing';
import { harnessOfSuite } from './testing/users-harness.ts';

const harness = harnessOfSuite(2);

beforeEach(() => {
  harness.isRecordsAway = false;
});

type NewUser = InputOf<typeof usersCreate>;

const password = 'secret-password';
const person = (username: string, changes: Partial<NewUser> = {}): NewUser => ({
  username,
  email: `${username.toLowerCase()}@ref.test`,
  display_name: `${username} Person`,
  roles: ['multiplier'],
  password,
  ...changes,
});

const userOf = async (username: string) =>
  (await harness.state()).users.find((user) => user.username === username);

/** The events of one user, oldest first, once there are as many as expected. */
async function eventsOf(id: number, count: number) {
  return until(async () => {
    const events = await harness.eventsOf(id);
    expect(events).toHaveLength(count);
    return events;
  });
}

test('a user is created with a contact and announced by one event', async () => {
  const created = await harness.ask(usersCreate, person('Mona'));
  expect(created.corresponds_to_contact).toBeGreaterThan(100);
  expect(await userOf('Mona')).toEqual({
    id: created.id,
    username: 'Mona',
    email: 'mona@ref.test',
    display_name: 'Mona Person',
    roles: ['multiplier'],
    disabled: false,
    corresponds_to_contact: created.corresponds_to_contact,
  });
  const events = await eventsOf(created.id, 2);
  const user = { version: 1, display_name: 'Mona Person', roles: ['multiplier'] };
  expect(events.map((event) => userEventSchema.parse(event))).toMatchObject([
    { type: 'svc.user.created', data: { user, changed: [] } },
    { type: 'svc.user.updated', data: { user: { version: 2 }, changed: ['corresponds_to_contact'] } },
  ]);
  expect(JSON.stringify(events)).not.toMatch(/ref\.test|argon2/);
});

test('a user without a role is a multiplier', async () => {
  await harness.ask(usersCreate, person('Roleless', { roles: [] }));
  expect(await userOf('Roleless')).toMatchObject({ roles: ['multiplier'] });
});

const create = (username: string, changes?: Partial<NewUser>) => () =>
  harness.ask(usersCreate, person(username, changes));
const nobody = { username: 'nobody' };

test.each<[string, () => Promise<unknown>, ErrorCode]>([
  ['a user name in another case', create('TAKEN', { email: 'free@ref.test' }), 'username_exists'],
  ['an e-mail in another case', create('Free', { email: 'TAKEN@Ref.Test' }), 'email_exists'],
  ['a short password', create('Free', { password: 'seven77' }), 'weak_password'],
  ['an unknown role', create('Free', { roles: ['king'] }), 'invalid_role'],
  ['an invalid e-mail', create('Free', { email: 'nowhere' }), 'rest_invalid_param'],
  [
    'a change of the roles of an unknown user',
    () => harness.ask(usersSetRoles, { ...nobody, roles: ['partner'] }),
    'user_id',
  ],
  [
    'a change of the password of an unknown user',
    () => harness.ask(usersSetPassword, { ...nobody, password }),
    'user_id',
  ],
  ['disabling an unknown user', () => harness.ask(usersDisable, { ...nobody, disabled: true }), 'user_id'],
])('%s is refused and stores nothing', async (_what, request, code) => {
  await create('Taken')().catch(() => undefined);
  await until(async () => expect((await userOf('Taken'))?.corresponds_to_contact).not.toBeNull());
  const before = await harness.state();
  await expect(request()).rejects.toMatchObject({ name: 'ServiceError', code });
  expect(await harness.state()).toEqual(before);
});

test('simultaneous requests for one user name create one user', async () => {
  const requests = Array.from({ length: 8 }, () => harness.ask(usersCreate, person('Race')));
  const outcomes = await Promise.allSettled(requests);
  const refusals = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
  expect(refusals).toEqual(Array<string>(7).fill('username_exists'));
});

test('requests with one idempotency key create one user and get the same answer', async () => {
  const requests = Array.from({ length: 6 }, () => harness.ask(usersCreate, person('Again'), 'key-1'));
  const ids = (await Promise.all(requests)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(1);
  const later = await harness.ask(usersCreate, person('Again'), 'key-1');
  expect(later).toEqual({ id: ids[0], corresponds_to_contact: expect.any(Number) });
  await eventsOf(later.id, 2);
});

test('a user created during an outage of records gets its contact later, from the system only', async () => {
  harness.isRecordsAway = true;
  const created = await harness.ask(usersCreate, person('Wary'), undefined, 1_000);
  expect(created.corresponds_to_contact).toBeNull();
  harness.isRecordsAway = false;
  await harness.announceContact(created.id, 666, userActor(5, 'Mallory'));
  await harness.announceContact(created.id, 78);
  await until(async () => expect(await userOf('Wary')).toMatchObject({ corresponds_to_contact: 78 }));
  await eventsOf(created.id, 2);
});

test('changes of roles and password are announced without the password, unchanged values are not', async () => {
  const { id } = await harness.ask(usersCreate, person('Rita'));
  const user = await harness.ask(usersSetRoles, { username: 'RITA', roles: ['dispatcher', 'partner'] });
  expect(user).toMatchObject({ id, roles: ['dispatcher', 'partner'] });
  await harness.ask(usersSetPassword, { username: 'rita', password: 'another-password' });
  await harness.ask(usersSetRoles, { username: 'Rita', roles: ['dispatcher', 'partner'] });
  await harness.ask(usersDisable, { username: 'Rita', disabled: false });
  const events = await eventsOf(id, 4);
  expect(events.slice(2).map(({ data }) => data)).toMatchObject([
    { changed: ['roles'], user: { roles: ['dispatcher', 'partner'] } },
    { changed: ['password'], user: { version: 4 } },
  ]);
  expect(JSON.stringify(events)).not.toMatch(/argon2|ref\.test/);
});

test('the health checks are the database, lost events and the signing key', async () => {
  const { checks } = await harness.start();
  for (const { check } of checks) await check();
  expect(checks.map(({ name }) => name)).toEqual(['database', 'events', 'signing key']);
});
