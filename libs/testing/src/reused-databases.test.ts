import { afterAll, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { schemaVersions } from '@svc/contracts';
import { dropDatabases, returnDatabases, takeDatabases } from './reused-databases.ts';

const server = process.env['SHARED_MONGODB_URL'] ?? '';
const client = new mongoose.mongo.MongoClient(server);

afterAll(() => client.close());

/** Databases that no suite has used. */
async function newDatabases(): Promise<string> {
  const url = takeDatabases(server);
  await dropDatabases(url);
  return url;
}

/** The database of a service at an address. */
const databaseOf = (url: string, service: string) =>
  client.db(`${new URL(url).pathname.slice(1)}_${service}`);

/** Stores a document, an index and a schema version in the database of a service. */
async function fill(url: string, service: string, version: number): Promise<void> {
  const database = databaseOf(url, service);
  await database.collection('items').insertMany([{ name: 'first' }, { name: 'second' }]);
  await database.collection('items').createIndex({ name: 1 });
  await database.collection<{ _id: string }>('schema_version').insertOne({ _id: 'schema', version } as never);
}

const indexesOf = async (url: string, service: string) =>
  (await databaseOf(url, service).collection('items').listIndexes().toArray()).map(({ name }) => name);

test('the next suite gets databases without documents and with their indexes and schema version', async () => {
  const first = await newDatabases();
  await fill(first, 'users', schemaVersions.users);
  await returnDatabases(first);
  const second = takeDatabases(server);
  expect(second).toBe(first);
  const database = databaseOf(second, 'users');
  expect(await database.collection('items').countDocuments()).toBe(0);
  expect(await indexesOf(second, 'users')).toEqual(['_id_', 'name_1']);
  expect(await database.collection('schema_version').findOne()).toMatchObject({
    version: schemaVersions.users,
  });
});

test('a database with an older schema and one of no service are dropped', async () => {
  const url = await newDatabases();
  await fill(url, 'users', schemaVersions.users - 1);
  await fill(url, 'test', 1);
  await returnDatabases(url);
  const named = { name: { $regex: `^${new URL(url).pathname.slice(1)}` } };
  expect((await client.db().admin().listDatabases({ filter: named })).databases).toEqual([]);
});

test('two suites at the same time have different databases', () => {
  expect(takeDatabases(server)).not.toBe(takeDatabases(server));
});
