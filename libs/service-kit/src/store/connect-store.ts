import mongoose, { type Connection } from 'mongoose';

/** The oldest MongoDB that has what we use (writes to several collections in one command). */
const oldestServer = 8;

/**
 * A connection to one service's database, `<prefix>_<service>`; the prefix is the path of the address, `svc` without one.
 * @throws Error when the server is too old or no replica set: transactions need one.
 */
export async function connectStore(options: { url: string; service: string }): Promise<Connection> {
  const connection = await mongoose
    .createConnection(options.url, {
      dbName: databaseName(options.url, options.service),
      autoIndex: false,
      autoCreate: false,
      retryWrites: true,
      writeConcern: { w: 'majority' },
      serverSelectionTimeoutMS: 10_000,
      appName: `svc-${options.service}`,
      ignoreUndefined: true,
    })
    .asPromise();
  try {
    await checkServer(connection);
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** The name of a service's database for an address. */
export function databaseName(url: string, service: string): string {
  // Not with URL: it refuses the several hosts of a replica set.
  const [, prefix] = /^[a-z+]+:\/\/[^/]*\/([^?]+)/.exec(url) ?? [];
  return `${prefix ?? 'svc'}_${service}`;
}

async function checkServer(connection: Connection): Promise<void> {
  const admin = connection.getClient().db('admin');
  const { version } = (await admin.command({ buildInfo: 1 })) as { version: string };
  const { setName } = (await admin.command({ hello: 1 })) as { setName?: string };
  if (Number(version.split('.')[0]) < oldestServer) {
    throw new Error(`MongoDB ${version} is too old: version ${oldestServer} or later is needed.`);
  }
  if (!setName)
    throw new Error('MongoDB has to run as a replica set (one node is enough): transactions need it.');
}
