import { expect, test } from '@jest/globals';
import { usersAdminList } from '@svc/contracts';
import { captureLog, until } from '@svc/testing';
import { harnessOfSuite } from './testing/users-harness.ts';

/** The tests share one database, which is empty at first. */
const harness = harnessOfSuite(0);

const allUsers = async () => (await harness.ask(usersAdminList, {})).users;

test('two instances on an empty database create one administrator and log its password once', async () => {
  const { log, lines } = captureLog();
  const settings = { ADMIN_USERNAME: 'ada@ref.test' };
  await Promise.all([harness.start(settings, log), harness.start(settings, log)]);
  expect(await allUsers()).toMatchObject([
    { username: 'ada@ref.test', email: 'ada@ref.test', roles: ['administrator'], disabled: false },
  ]);
  const shown = lines.flatMap(({ msg }) => /its password is (\S+) and/.exec(msg ?? '')?.[1] ?? []);
  expect(shown).toHaveLength(1);
  const [password = ''] = shown;
  expect(await harness.login('ada@ref.test', { password })).toMatchObject({ user_email: 'ada@ref.test' });
  await harness.announceContact((await allUsers())[0]?.id ?? 0, 77);
  await until(async () => expect(await allUsers()).toMatchObject([{ corresponds_to_contact: 77 }]));
});

test('no administrator is created when a user exists', async () => {
  await harness.newUser('mona');
  const before = await allUsers();
  const settings = { ADMIN_EMAIL: 'eve@ref.test', ADMIN_PASSWORD: 'secret-password' };
  await harness.start({ ...settings, ADMIN_USERNAME: 'eve' });
  expect(await allUsers()).toEqual(before);
});

test('notifications older than the retention time are deleted at the start', async () => {
  const notifications = harness.collection<{ _id: number; at: Date }>('notifications');
  const day = 24 * 60 * 60 * 1_000;
  const rows = Array.from({ length: 1_200 }, (_nothing, _id) => ({
    _id: _id + 1,
    at: new Date(Date.now() - (_id % 3 === 0 ? 31 : 29) * day),
    eventId: `e${_id}`,
  }));
  await notifications.insertMany(rows);
  const service = await harness.start({ NOTIFICATION_RETENTION_DAYS: '30' });
  await until(async () => expect(await notifications.countDocuments()).toBe(800));
  await service.stop();
  expect(await notifications.countDocuments({ at: { $lt: new Date(Date.now() - 30 * day) } })).toBe(0);
  await notifications.deleteMany();
});

test('the migration fills the nicename key of users without one', async () => {
  await harness.newUser('Ana.María');
  const users = harness.collection<object>('users');
  const before = await users.find().toArray();
  expect(before).toContainEqual(expect.objectContaining({ nicenameKey: 'ana-maría' }));
  await users.updateMany({}, { $unset: { nicenameKey: '' } });
  await harness.collection('schema_version').deleteMany();
  await harness.start();
  expect(await users.find().toArray()).toEqual(before);
});

test('the migration renames former fields and collections', async () => {
  const raw = (name: string) => harness.collection<{ _id: string }>(name);
  const time = new Date(0);
  await raw('notifications').insertOne({ _id: 'n', comment: { told: 'a', now: 'b', version: 2 } } as never);
  for (const route of ['mails', 'pushes'])
    await raw(route).insertOne({ _id: 'd', state: 'kept', giveUpAt: time } as never);
  await raw('login_networks').rename('known_addresses');
  await raw('schema_version').deleteMany();
  await harness.start();
  const comment = { original: 'a', current: 'b', version: 2 };
  expect(await raw('notifications').findOne({ _id: 'n' })).toEqual({ _id: 'n', comment });
  for (const route of ['mails', 'pushes'])
    expect(await raw(route).findOne({ _id: 'd' })).toEqual({ _id: 'd', state: 'kept', retryUntil: time });
  await expect(raw('known_addresses').indexes()).rejects.toThrow();
  const index = expect.objectContaining({ key: { lastAt: 1 } });
  expect(await raw('login_networks').indexes()).toContainEqual(index);
});
