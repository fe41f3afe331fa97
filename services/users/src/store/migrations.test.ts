import { beforeAll, expect, test } from '@jest/globals';
import { harnessOfSuite } from '../testing/users-harness.ts';
import { userModel } from './user-collection.ts';

const harness = harnessOfSuite();

beforeAll(async () => {
  await harness.start();
});

test('users of before there were versions are as if they were created today', async () => {
  await harness.newUser('Ana.María');
  const { connection } = await harness.database();
  const users = userModel(connection);
  const before = await users.find().lean();
  expect(before).toContainEqual(expect.objectContaining({ nicenameKey: 'ana-maría' }));
  await users.collection.updateMany({}, { $unset: { nicenameKey: '' } });
  await connection.collection('schema_version').deleteMany();
  await harness.start();
  expect(await users.find().lean()).toEqual(before);
});

test('what was stored under former names is read under those of today', async () => {
  const { connection } = await harness.database();
  const raw = (name: string) => connection.collection<{ _id: string }>(name);
  const time = new Date(0);
  await raw('notifications').insertOne({ _id: 'n', comment: { told: 'a', now: 'b', version: 2 } } as never);
  for (const route of ['mails', 'pushes'])
    await raw(route).insertOne({ _id: 'd', state: 'kept', giveUpAt: time } as never);
  await raw('login_networks').rename('known_addresses');
  await connection.collection('schema_version').deleteMany();
  await harness.start();
  const comment = { original: 'a', current: 'b', version: 2 };
  expect(await raw('notifications').findOne({ _id: 'n' })).toEqual({ _id: 'n', comment });
  for (const route of ['mails', 'pushes'])
    expect(await raw(route).findOne({ _id: 'd' })).toEqual({ _id: 'd', state: 'kept', retryUntil: time });
  expect(
    await raw('known_addresses')
      .indexes()
      .catch(() => []),
  ).toEqual([]);
  expect(await raw('login_networks').indexes()).toContainEqual(
    expect.objectContaining({ key: { lastAt: 1 } }),
  );
});
