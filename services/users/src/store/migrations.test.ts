import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { usersCreate } from '@svc/contracts';
import { UsersHarness } from '../testing/users-harness.ts';
import { userModel } from './user-collection.ts';

let harness: UsersHarness;

beforeAll(async () => {
  harness = await UsersHarness.open();
  await harness.start();
});

afterAll(() => harness?.close());

test('users of before there were versions are as if they were created today', async () => {
  const person = { username: 'Ana.María', email: 'ana@example.test', display_name: 'Ana', roles: [] };
  await harness.ask(usersCreate, { ...person, password: 'a long and good one' });
  const { connection } = await harness.database();
  const users = userModel(connection);
  const before = await users.find().lean();
  expect(before).toContainEqual(expect.objectContaining({ nicenameKey: 'ana-maría' }));
  await users.collection.updateMany({}, { $unset: { nicenameKey: '' } });
  await connection.collection('schema_version').deleteMany();
  await harness.start();
  expect(await users.find().lean()).toEqual(before);
});
