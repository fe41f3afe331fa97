import { createHash } from 'node:crypto';
import { redactMongodLog } from './mongodb-log.ts';
import { optionsOf, type ServerKind } from './server-kind.ts';

const REPLICA_SET = 'svc';
const KEY_FILE = 'replica.key';
const USER = 'svc';
/** Rights over all data and statistics, but not over users and the server. */
const ROLES = ['readWriteAnyDatabase', 'dbAdminAnyDatabase', 'clusterMonitor'];
const AUTHENTICATION_FAILED = 18;
const NOT_YET_INITIALIZED = 94;
/** By default a twentieth of the cache may be changed, and servers of tests spend a third of their time on writing pages that nobody reads again. */
const LATE_EVICTION =
  'eviction_dirty_target=60,eviction_dirty_trigger=80,eviction_updates_target=40,eviction_updates_trigger=60';

interface ReplicaSetConfig {
  version: number;
  members: { host: string }[];
}

export const mongodb: ServerKind = {
  name: 'mongodb',
  label: 'MongoDB',
  settings: { url: 'MONGODB_URL', port: 'MONGODB_PORT' },
  binary: 'mongod',
  npm: {
    package: '@second-inc/cli-local-linux-x64',
    path: 'dist/runtime/linux-x64/bin/mongod',
    sha256: '6a935df1e70c4d4c3871e1bffbead418968f69b16ee2a7a216b49f209e962039',
  },
  docker: {
    image: 'mongo:8.2.6',
    port: 27017,
    dataDir: '/data/db',
    // The replica set has the port inside the container.
    urlSuffix: '&directConnection=true',
  },
  launch: ({ host, port, dir, key, throwAway }) => ({
    args: [
      ...optionsOf({
        replSet: REPLICA_SET,
        bind_ip: host,
        port: String(port),
        dbpath: dir,
        wiredTigerCacheSizeGB: throwAway ? '0.5' : '1',
        oplogSize: '512',
        // The log would have slow operations with their queries and documents.
        slowOpSampleRate: '0',
        // Members of a replica set with access control need a key file, which turns it on.
        ...(key && { keyFile: `${dir}/${KEY_FILE}` }),
        ...(throwAway && { wiredTigerEngineConfigString: LATE_EVICTION }),
      }),
      '--nounixsocket',
      '--quiet',
      '--setParameter=diagnosticDataCollectionEnabled=false',
      // Locks of a killed service's open transaction are released after this time instead of a minute.
      '--setParameter=transactionLifetimeLimitSeconds=5',
    ],
    files: key ? { [KEY_FILE]: replicaKey(key) } : {},
  }),
  redactLog: redactMongodLog,
  // Throw-away servers need no password, since each connection of their many clients would take longer.
  hasKey: (throwAway) => !throwAway,
  url: (host, port, key) => {
    const address = `${host}:${port}/svc?replicaSet=${REPLICA_SET}`;
    return key ? `mongodb://${USER}:${key}@${address}&authSource=admin` : `mongodb://${address}`;
  },
  prepare: (url, { host, port, key, throwAway }) =>
    withAdmin(key ? asMember(url, key) : url, async (command) => {
      const self = `${host}:${port}`;
      const config = await command({ replSetGetConfig: 1 }).then(
        (answer) => answer['config'] as ReplicaSetConfig,
        ignoreNotInitialized,
      );
      if (!config) await command({ replSetInitiate: firstConfig(self, throwAway) });
      else if (config.members[0]?.host !== self)
        await command({ replSetReconfig: moved(config, self), force: true });
      if (key) await ensureUser(command, url, key);
    }),
  check: ({ url }) =>
    withAdmin(url, async (command) => {
      const hello = await command({ hello: 1 });
      if (hello['msg'] === 'isdbgrid') return;
      if (!hello['setName']) throw new Error('it is not a replica set, which transactions need');
      // A member that is being elected reports itself as primary before it accepts writes.
      const primaryElsewhere = hello['primary'] !== undefined && hello['primary'] !== hello['me'];
      if (!hello['isWritablePrimary'] && !primaryElsewhere) throw new Error('its replica set has no primary');
    }),
};

type Command = (command: Record<string, unknown>) => Promise<Record<string, unknown>>;

async function withAdmin(url: string, work: (command: Command) => Promise<void>): Promise<void> {
  const { mongo } = await import('mongoose');
  // Only a direct connection reaches a member of a replica set without configuration or primary.
  const direct = /[?&](directConnection|loadBalanced)=|^mongodb\+srv:|,/.test(url)
    ? {}
    : { directConnection: true };
  const client = new mongo.MongoClient(url, { ...direct, serverSelectionTimeoutMS: 2_000 });
  try {
    await work((command) => client.db('admin').command(command));
  } finally {
    await client.close();
  }
}

/** The content of the key file, which consists of the characters of base64. */
const replicaKey = (key: string): string => createHash('sha256').update(key).digest('base64');

/** The address for the user that members of the replica set connect as. This user exists in old data without users, too. */
function asMember(url: string, key: string): string {
  const address = new URL(url);
  address.username = '__system';
  address.password = encodeURIComponent(replicaKey(key));
  address.searchParams.set('authSource', 'local');
  return address.href;
}

/** Creates the user of the services, or changes a password that is no longer that of the key. */
async function ensureUser(command: Command, url: string, key: string): Promise<void> {
  const { users } = await command({ usersInfo: USER });
  const user = { pwd: key, roles: ROLES };
  if ((users as unknown[]).length === 0) await command({ createUser: USER, ...user });
  else if (!(await isAccepted(url))) await command({ updateUser: USER, ...user });
}

/** Whether the server accepts user and password of an address. */
function isAccepted(url: string): Promise<boolean> {
  return withAdmin(url, async (command) => void (await command({ ping: 1 }))).then(
    () => true,
    (error: unknown) => {
      if ((error as { code?: unknown }).code !== AUTHENTICATION_FAILED) throw error;
      return false;
    },
  );
}

/**
 * `writeConcernMajorityJournalDefault: false` acknowledges a majority write before the journal is on the disk. This only matters when mongod
 * crashes, after which throw-away data is lost anyway.
 */
function firstConfig(host: string, throwAway: boolean) {
  const members = [{ _id: 0, host }];
  return { _id: REPLICA_SET, members, ...(throwAway && { writeConcernMajorityJournalDefault: false }) };
}

/** The configuration for data from a start on another port: the single member gets its new address. */
const moved = (config: ReplicaSetConfig, host: string) => ({
  ...config,
  version: config.version + 1,
  members: [{ ...config.members[0], host }],
});

function ignoreNotInitialized(error: unknown): undefined {
  if ((error as { code?: unknown }).code !== NOT_YET_INITIALIZED) throw error;
}
