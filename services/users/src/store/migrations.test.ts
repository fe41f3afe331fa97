import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { usersCreate } from '@svc/contracts';
import { UsersBed } from '../testing/users-bed.ts';
import { userModel } from './user-collection.ts';

let bed: UsersBed;

beforeAll(async () => {
  bed = await UsersBed.open();
  await bed.start();
});

afterAll(() => bed?.close());

test('users of before there were versions are as if they were created today', async () => {
  const person = { username: 'Ana.María', email: 'ana@example.test', display_name: 'Ana', roles: [] };
  await bed.ask(usersCreate, { ...person, password: 'a long and good one' });
  const { connection } = await bed.database();
  const users = userModel(connection);
  const before = await users.find().lean();
  expect(before).toContainEqual(expect.objectContaining({ nicenameKey: 'ana-maría' }));
  await users.collection.updateMany({}, { $unset: { nicenameKey: '' } });
  await connection.collection('schema_version').deleteMany();
  await bed.start();
  expect(await users.find().lean()).toEqual(before);
});
