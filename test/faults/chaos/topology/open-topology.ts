import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { providePrograms, startGuard, type Env } from '@svc/local-stack';
import { connectBus, createLogger, updateStreams } from '@svc/service-kit';
import { busConfigOf, throwAwayRoot } from '@svc/testing';
import { openWorld, type World } from '../../../support/world.ts';
import { NatsCluster } from './nats-cluster.ts';
import { ReplicaSet } from './replica-set.ts';
import { SmallDisk } from './small-disk.ts';

/** Megabytes of the disks that are filled. */
const diskSize = { mongod: 1_024, nats: 256 };
/** The member and the server that have these disks. */
const withSmallDisk = 2;

/** The production topology: two processes of each service, and the servers that they use. */
export interface Topology {
  readonly world: World;
  readonly nats: NatsCluster;
  readonly database: ReplicaSet;
  /** Undefined where mounting is not permitted. */
  readonly disks: { readonly mongod: SmallDisk | undefined; readonly nats: SmallDisk | undefined };
  close(): Promise<void>;
}

/** The settings of an installation, where those of other suites differ. */
const production: Env = {
  READ_DEADLINE_MS: '10000',
  WRITE_DEADLINE_MS: '10000',
  NOTIFICATION_INTERVAL_MS: undefined,
  SEARCH_INTERVAL_MS: undefined,
  // Longer than the interval of the load balancer's readiness checks.
  DRAIN_DELAY_MS: '2000',
  TRUST_PROXY: 'loopback',
};

/** Starts everything. The programs of the servers are fetched if necessary. */
export async function openTopology(report: (line: string) => void): Promise<Topology> {
  const programs = process.env['SERVER_PROGRAMS'] ?? (await providePrograms(process.env, report));
  if (programs === undefined) throw new Error('There are no server programs for this platform.');
  const dir = mkdtempSync(join(throwAwayRoot(), 'svc-chaos-'));
  const closers: (() => Promise<void> | void)[] = [() => rmSync(dir, { recursive: true, force: true })];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  const mount = (folder: string, megabytes: number) => {
    const disk = SmallDisk.mount(folder, megabytes);
    if (disk) closers.push(() => disk.unmount());
    return disk;
  };
  try {
    const guard = await startGuard();
    closers.push(() => guard.close());
    const surroundings = { guard, dir, programs, report };
    const natsDisk = mount(join(dir, `nats-${withSmallDisk}`, 'jetstream'), diskSize.nats);
    const nats = await NatsCluster.start(surroundings);
    closers.push(() => nats.stop());
    let mongodDisk: SmallDisk | undefined;
    const database = await ReplicaSet.start(surroundings, (folder, index) => {
      if (index === withSmallDisk) mongodDisk = mount(folder, diskSize.mongod);
    });
    closers.push(() => database.stop());
    report('NATS and MongoDB are ready');
    const world = await openServices({ nats, database });
    closers.push(() => world.close());
    return { world, nats, database, disks: { mongod: mongodDisk, nats: natsDisk }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Two processes of each service and one engine, with streams that three servers keep. */
function openServices({ nats, database }: Pick<Topology, 'nats' | 'database'>): Promise<World> {
  const bus = { NATS_URL: nats.url, NATS_NKEY_DIR: nats.keysDir, NATS_CA_FILE: nats.caFile };
  return openWorld({
    isAlone: true,
    instances: { gateway: 2, records: 2, comments: 2, users: 2, search: 2 },
    maxPauseMs: 500,
    env: { ...production, ...bus, MONGODB_URL: database.url },
    beforeServices: async ({ stack }) => {
      const log = createLogger({ service: 'test', level: 'silent' });
      const config = { ...busConfigOf(stack, 'admin'), NATS_CA_FILE: nats.caFile };
      const connection = await connectBus({ config, identity: 'admin', log });
      try {
        await updateStreams(await connection.jetstreamManager({ checkAPI: false }), { replicas: 3 });
      } finally {
        await connection.close();
      }
    },
  });
}
