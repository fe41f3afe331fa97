import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { schemaVersions } from '@svc/contracts';
import type { SchemaState } from '@svc/service-kit/store';

type Database = mongoose.mongo.Db;

/**
 * Addresses whose databases are empty again, for the next suite of this process. Collections and indexes take longer to create than to
 * empty.
 */
const reusable: string[] = [];

/** Databases with more documents are dropped, which is faster then. */
const manyDocuments = 20_000;

/** Returns the address of databases that no other suite uses now: a server's, with a prefix as its path. */
export function takeDatabases(server: string): string {
  // The last returned ones, which are in the server's cache.
  const known = reusable.findLastIndex((url) => new URL(url).host === new URL(server).host);
  if (known >= 0) return reusable.splice(known, 1).join();
  return withNewPrefix(server);
}

/** Empties the databases of an address for the next suite. */
export async function returnDatabases(url: string): Promise<void> {
  await eachDatabase(url, async (database, client) => {
    const isCurrent = await hasCurrentSchema(database);
    const { objects } = await database.stats();
    if (isCurrent && objects <= manyDocuments) await empty(database, client);
    else await database.dropDatabase();
  });
  reusable.push(url);
}

/** Deletes all that was stored under the prefix of an address. */
export async function dropDatabases(url: string | undefined): Promise<void> {
  if (url !== undefined) await eachDatabase(url, (database) => database.dropDatabase());
}

/** Returns the address of a server with a prefix that no other has. */
export function withNewPrefix(url: string): string {
  const address = new URL(url);
  address.pathname = `/t${randomUUID().slice(0, 8)}`;
  return address.href;
}

async function eachDatabase(
  url: string,
  work: (database: Database, client: mongoose.mongo.MongoClient) => Promise<unknown>,
): Promise<void> {
  const client = await new mongoose.mongo.MongoClient(url).connect();
  const name = { $regex: `^${new URL(url).pathname.slice(1)}` };
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true, filter: { name } });
  await Promise.all(databases.map((found) => work(client.db(found.name), client)));
  await client.close();
}

/** Whether a service would use a database as it is, and migrate nothing. */
async function hasCurrentSchema(database: Database): Promise<boolean> {
  const newest = Object.entries(schemaVersions).find(([service]) =>
    database.databaseName.endsWith(`_${service}`),
  );
  const state = await database.collection<SchemaState>('schema_version').findOne({ _id: 'schema' });
  return newest !== undefined && state?.version === newest[1] && !state.running && !state.restoring;
}

async function empty(database: Database, client: mongoose.mongo.MongoClient): Promise<void> {
  const collections = await database.listCollections({}, { nameOnly: true }).toArray();
  const names = collections.map(({ name }) => name).filter((name) => name !== 'schema_version');
  const models = names
    .filter((name) => !name.startsWith('system.'))
    .map((name) => ({
      name: 'deleteMany' as const,
      namespace: `${database.databaseName}.${name}`,
      filter: {},
    }));
  if (models.length > 0) await client.bulkWrite(models, { ordered: false });
  if (names.includes('system.profile')) await database.dropCollection('system.profile');
}
