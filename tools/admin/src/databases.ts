import { mongo } from 'mongoose';
import { AdminError } from './admin-error.ts';
import { connectStore, databaseName } from '@svc/service-kit/store';

export const backedUp = ['records', 'comments', 'users'] as const;

/** The database that is derived from the others: search rebuilds it and its index when it is empty. */
export const derivedDatabase = 'search';

export type BackedUp = (typeof backedUp)[number];

/** Collections without a place in a backup: their documents expire within an hour. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  records: ['page_cursors', 'value_checks', 'uploads', 'upload_chunks'],
  users: ['failed_logins'],
};
const notDocuments = ['schema_version'];

export type Databases = Awaited<ReturnType<typeof openDatabases>>;

/** Connects to the MongoDB of an installation. @throws ConfigError when it cannot be used. */
export async function openDatabases(url: string) {
  const connection = await connectStore({ url, service: 'records' });
  const client = connection.getClient();
  const of = (service: BackedUp | typeof derivedDatabase) => client.db(databaseName(url, service));
  return { client, of, close: () => connection.close() };
}

/** Connects to the MongoDB of an installation while `work` runs. @throws like `openDatabases` */
export async function withDatabases<Result>(
  url: string,
  work: (databases: Databases) => Promise<Result>,
): Promise<Result> {
  const databases = await openDatabases(url);
  try {
    return await work(databases);
  } finally {
    await databases.close();
  }
}

/** The same for the scratch databases of a drill, whose server needs no replica set. @throws AdminError when the server does not answer. */
export async function withScratch<Result>(
  url: string,
  work: (databases: Databases) => Promise<Result>,
): Promise<Result> {
  const client = new mongo.MongoClient(url, { appName: 'svc-drill' });
  try {
    await client.connect().catch((cause: unknown) => {
      throw new AdminError(`The MongoDB for the drill cannot be used: ${(cause as Error).message}.`, {
        cause,
      });
    });
    const of = (service: BackedUp | typeof derivedDatabase) => client.db(databaseName(url, service));
    return await work({ client, of, close: () => client.close() });
  } finally {
    await client.close();
  }
}

export type SavedCollection = Awaited<ReturnType<typeof collectionsOf>>[number];

/** The collections of a service for a backup: all but the named exceptions, so that new collections are included. */
export async function collectionsOf(service: BackedUp, db: mongo.Db) {
  const left = [...notDocuments, ...(leftOut[service] ?? [])];
  const found = await db.listCollections({ type: 'collection' }, { nameOnly: false }).toArray();
  const kept = found.filter(({ name }) => !name.startsWith('system.') && !left.includes(name));
  return Promise.all(
    kept
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map(async ({ name, options }) => ({
        service,
        collection: name,
        /** For creating the collection, as extended JSON. */
        options: JSON.stringify(options ?? {}),
        /** An estimate. */
        documents: await db.collection(name).estimatedDocumentCount(),
      })),
  );
}
