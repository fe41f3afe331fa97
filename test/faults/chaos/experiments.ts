import { setTimeout as delay } from 'node:timers/promises';
import type { InstanceName } from '@svc/contracts';
import { until } from '@svc/testing';
import { restartService } from './restart-service.ts';
import { rotateBusKeys } from './rotate-bus-keys.ts';
import type { Topology } from './topology/open-topology.ts';

export interface Experiment {
  readonly name: string;
  /** Makes a fault and ends it. Returns a remark for the table. */
  work(): Promise<string>;
}

/** The gateway comes last, because it sends requests to all others (docs/operations/updates.md). */
const restartOrder: readonly InstanceName[] = ['records', 'comments', 'users', 'search', 'gateway'];

/** Milliseconds for which a disk is full. */
const fullMs = 20_000;

/** All experiments, or those with one of these words in their name, and the names of those that are not possible here. */
export function experimentsOf(topology: Topology, only: readonly string[]) {
  const all = [
    { name: 'no fault', work: () => delay(10_000, 'for comparison') },
    { name: 'rotate the bus keys', work: () => rotateBusKeys(topology) },
    { name: 'renew the certificate of NATS', work: () => renewCertificate(topology) },
    ...killsOfServers(topology),
    ...killsOfServices(topology),
    ...rollingRestarts(topology),
    ...fullDisks(topology),
  ];
  const wanted = all.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)));
  if (wanted.length === 0) throw new Error(`--only must name one of:\n  ${all.map(nameOf).join('\n  ')}`);
  const possible = wanted.filter((experiment): experiment is Experiment => experiment.work !== undefined);
  return {
    experiments: possible,
    skipped: wanted.filter(({ work }) => work === undefined).map(nameOf),
  };
}

const nameOf = ({ name }: { name: string }) => name;

async function renewCertificate({ nats }: Topology): Promise<string> {
  await nats.renewCertificate();
  return 'by SIGHUP; all three servers present the new one';
}

function killsOfServers({ world, nats, database }: Topology): Experiment[] {
  return [
    ...nats.servers.map(({ name, index, process }) => ({
      name: `kill ${name}`,
      work: async () => {
        const isLeader = (await nats.leaderOf(world.bus)) === index;
        await process.kill('SIGKILL');
        await process.ready();
        return isLeader ? 'leader of the events' : '';
      },
    })),
    ...database.members.map((member) => ({
      name: `kill ${member.name}`,
      work: async () => {
        const wasPrimary = (await database.primary()) === member;
        await member.process.kill('SIGKILL');
        await member.process.ready();
        return wasPrimary ? 'primary' : 'secondary';
      },
    })),
    { name: 'kill Meilisearch', work: () => endEngine(world, 'SIGKILL') },
  ];
}

/** Ends the engine, and waits for its successor. */
async function endEngine({ stack }: Topology['world'], signal: NodeJS.Signals): Promise<string> {
  const engine = stack.servers.find(({ name }) => name === 'meilisearch');
  const pid = engine?.pid;
  if (pid === undefined) throw new Error('the engine does not run');
  process.kill(pid, signal);
  await until(() => {
    if (engine?.pid === undefined || engine.pid === pid) throw new Error('the engine has not started again');
  });
  return '';
}

/** Two of each service, by their place among those that run when the experiment begins. */
function killsOfServices({ world }: Topology): Experiment[] {
  return restartOrder.flatMap((service) =>
    [0, 1].map((place) => ({
      name: `kill ${service} ${place + 1}`,
      work: async () => {
        const instance = world.services.filter((each) => each.service === service)[place];
        if (!instance) throw new Error(`there is no process ${place + 1} of ${service}`);
        await instance.kill('SIGKILL');
        await instance.ready();
        return '';
      },
    })),
  );
}

function rollingRestarts({ world, nats, database }: Topology): Experiment[] {
  return [
    {
      name: 'restart all services in turn',
      work: async () => {
        for (const service of restartOrder) await restartService(world, service);
        return 'a new process is ready before an old one ends';
      },
    },
    {
      name: 'restart all servers of NATS in turn',
      work: async () => {
        for (const { process } of nats.servers) {
          // The preStop hook of the pod, then Kubernetes.
          await process.kill('SIGUSR2');
          await process.kill('SIGTERM');
          await process.ready();
          await nats.recovered(world.bus);
        }
        return 'in lame-duck mode';
      },
    },
    {
      name: 'restart all members of MongoDB in turn',
      work: async () => {
        const primary = await database.primary();
        const others = database.members.filter((member) => member !== primary);
        for (const member of [...others, primary]) {
          if (member === primary) await database.stepDown();
          await member.process.kill('SIGTERM');
          await member.process.ready();
          await database.recovered();
        }
        return 'the primary last, after it stepped down';
      },
    },
    { name: 'restart Meilisearch', work: () => endEngine(world, 'SIGTERM') },
  ];
}

/** The disk of the primary of MongoDB, and that of the leader of the events. */
function fullDisks({ world, nats, database, disks }: Topology) {
  const { mongod, nats: ofNats } = disks;
  const member = database.members.at(-1);
  const server = nats.servers.at(-1);
  if (!member || !server) return [];
  return [
    {
      name: `fill the disk of ${member.name}`,
      work:
        mongod &&
        (async () => {
          await database.stepUp(member);
          const remark = await whileFull(mongod);
          const { name } = await database.primary();
          await member.process.ready();
          return `${remark}; was primary, then ${name}`;
        }),
    },
    {
      name: `fill the disk of ${server.name}`,
      work:
        ofNats &&
        (async () => {
          await nats.lead(world.bus, server);
          const remark = await whileFull(ofNats);
          // The liveness probe of the pod.
          if (await nats.isAlive(server.index)) return `${remark}; works again by itself`;
          await server.process.kill('SIGTERM');
          await server.process.ready();
          return `${remark}; its liveness probe restarts it`;
        }),
    },
  ];
}

async function whileFull(disk: NonNullable<Topology['disks']['mongod']>): Promise<string> {
  const megabytes = disk.fill();
  await delay(fullMs);
  disk.empty();
  return `full (${megabytes} MB of ballast) for ${fullMs / 1000} s`;
}
