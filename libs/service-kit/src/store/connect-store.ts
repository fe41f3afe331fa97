import mongoose, { type Connection } from 'mongoose';
import { textOf, tlsProblem } from '../config/connection-problem.ts';
import { ConfigError } from '../config/load-config.ts';

/** The oldest supported version of MongoDB, the first that writes to several collections in one command. */
const oldestServer = 8;

/**
 * The largest number of connections: more than all queues together admit (ADR 21), so that no request waits for a connection behind a slow
 * query of another.
 */
const maxConnections = 300;

/**
 * Connects to the database of a service, `<prefix>_<service>`; the prefix is the path of the address, `svc` without one.
 * @throws ConfigError when the server cannot be reached, is too old, or is not part of a replica set, which transactions need.
 */
export async function connectStore(options: { url: string; service: string }): Promise<Connection> {
  const connection = await mongoose
    .createConnection(options.url, {
      dbName: databaseName(options.url, options.service),
      autoIndex: false,
      autoCreate: false,
      // Otherwise mongoose holds commands back while there is no primary, and fails them with an error of its own.
      bufferCommands: false,
      retryWrites: true,
      maxPoolSize: maxConnections,
      writeConcern: { w: 'majority' },
      serverSelectionTimeoutMS: 10_000,
      appName: `svc-${options.service}`,
      ignoreUndefined: true,
    })
    .asPromise()
    .catch((cause: unknown) => {
      throw new ConfigError(explainFailure(options.url, cause), { cause });
    });
  try {
    await checkServer(connection);
    return connection;
  } catch (error) {
    await connection.destroy();
    throw error;
  }
}

/** Explains why a database cannot be used, without the credentials in its address. */
function explainFailure(url: string, cause: unknown): string {
  const [hosts = ''] = url.replace(/^[^:]*:\/\/(?:[^/]*@)?/, '').split(/[/?]/, 1);
  return `MongoDB at ${hosts} is not usable: ${reasonOf(cause)}`;
}

/** The codes of the server for wrong and for missing credentials. */
const refusals = [18, 13];

function reasonOf(cause: unknown): string {
  if (refusals.includes(Number((cause as { code?: unknown }).code)))
    return 'it rejected the user and password in MONGODB_URL, or requires them';
  const tls = {
    address: 'MONGODB_URL',
    authorities: 'tlsCAFile in MONGODB_URL',
    certificate: 'tlsCertificateKeyFile in MONGODB_URL',
  };
  return tlsProblem(cause, tls) ?? `it did not answer; check MONGODB_URL (${textOf(cause)})`;
}

/** Returns the name of a service's database at an address. */
export function databaseName(url: string, service: string): string {
  // Not with `URL`, which refuses an address with several hosts of a replica set.
  const [, prefix] = /^[a-z+]+:\/\/[^/]*\/([^?]+)/.exec(url) ?? [];
  return `${prefix ?? 'svc'}_${service}`;
}

async function checkServer(connection: Connection): Promise<void> {
  // Any user may read the version below; this command also checks the credentials and permissions.
  await connection.listCollections().catch((cause: unknown) => {
    throw new ConfigError(explainFailure(connection.host, cause), { cause });
  });
  const admin = connection.getClient().db('admin');
  const { version } = (await admin.command({ buildInfo: 1 })) as { version: string };
  const hello = (await admin.command({ hello: 1 })) as Hello;
  const problem = serverProblem(version, hello);
  if (problem !== undefined) throw new ConfigError(problem);
}

/** The part of MongoDB's answer to `hello` that identifies a replica set or a mongos. */
interface Hello {
  readonly setName?: string;
  readonly msg?: string;
}

/** Returns why the services cannot use a server; undefined when they can. */
export function serverProblem(version: string, { setName, msg }: Hello): string | undefined {
  if (Number(version.split('.')[0]) < oldestServer)
    return `MongoDB ${version} is too old; version ${oldestServer} or later is required.`;
  if (msg === 'isdbgrid')
    return 'MONGODB_URL is the address of a mongos, but sharded clusters are not supported; use the address of a replica set (docs/operations/scaling.md).';
  if (!setName) return 'MongoDB must run as a replica set (one node is enough), which transactions require.';
  return undefined;
}
