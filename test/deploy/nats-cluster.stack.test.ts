import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { NatsConnection } from 'nats';
import { eventStream, identities, type Identity } from '@svc/contracts';
import { freePorts, startGuard, type Guard } from '@svc/local-stack';
import {
  busAuthorization,
  connectBus,
  createBusKeys,
  createLogger,
  updateStreams,
  type BusConfig,
} from '@svc/service-kit';
import { temporaryDirectory, until } from '@svc/testing';
import { isPossible } from '../security/secured-servers.ts';
import { natsNames, writeNatsConfig } from './nats-cluster.ts';

const deploy = fileURLToPath(new URL('../../deploy/k8s', import.meta.url));
const tried = isPossible ? test : test.skip;
const names: readonly string[] = natsNames;
const dir = temporaryDirectory();
const keys = join(dir, 'keys');
const servers = new Map<string, ChildProcess>();
let guard: Guard;
let clientPorts: number[];
let routePorts: number[];

beforeAll(async () => {
  if (!isPossible) return;
  guard = await startGuard();
  const ports = await freePorts(6);
  clientPorts = ports.slice(0, 3);
  routePorts = ports.slice(3);
  const nkeys = createBusKeys(keys, identities);
  execFileSync(join(deploy, 'nats-certificate.sh'), [keys], { stdio: 'ignore' });
  mkdirSync(join(dir, 'svc'));
  const authorization = busAuthorization((identity) => ({ nkey: nkeys[identity] }));
  writeFileSync(join(dir, 'svc/authorization.conf'), authorization);
  for (const name of names) await start(name);
});

afterAll(() => guard?.close());

/** Starts a server of the overlay `production` with the configuration of its pod, on ports and folders of this test. */
async function start(name: string): Promise<void> {
  const args = writeNatsConfig({ dir, keys, clientPorts, routePorts }, names.indexOf(name));
  const program = join(process.env['SERVER_PROGRAMS'] ?? '', 'nats-server');
  const child = await guard.spawn({ file: program, args, cwd: dir, env: { POD_NAME: name } });
  for (const stream of [child.stdout, child.stderr]) stream?.resume();
  servers.set(name, child);
}

function connected(identity: Identity): Promise<NatsConnection> {
  const config: BusConfig = {
    NATS_URL: clientPorts.map((port) => `tls://127.0.0.1:${port}`).join(),
    NATS_NKEY_FILE: join(keys, `${identity}.nk`),
    NATS_CA_FILE: join(keys, 'nats-ca.crt'),
  };
  const log = createLogger({ service: 'test', level: 'silent' });
  return until(() => connectBus({ config, identity, log, timeoutMs: 5_000 }));
}

tried(
  'three servers of production store each stream, and lose nothing when they are replaced in turn',
  async () => {
    const bus = await connected('records');
    const admin = await connected('admin');
    const manager = await admin.jetstreamManager({ checkAPI: false });
    await until(() => updateStreams(manager, { replicas: 3 }));
    const { cluster, config } = await manager.streams.info(eventStream);
    expect([config.num_replicas, cluster?.replicas?.length, cluster?.name]).toEqual([
      3,
      2,
      'records-service',
    ]);
    const stored = async () => (await until(() => manager.streams.info(eventStream))).state.messages;
    const before = await stored();
    let published = 0;
    const publish = async (count: number) => {
      for (let number = 0; number < count; number += 1) {
        published += 1;
        const msgID = `message-${published}`;
        await until(() => bus.jetstream().publish('svc.events.record.x.created', '{}', { msgID }));
      }
    };
    for (const name of names) {
      await publish(5);
      const server = servers.get(name);
      const ended = server && once(server, 'exit');
      // As the preStop hook does, and then Kubernetes.
      server?.kill('SIGUSR2');
      server?.kill('SIGTERM');
      await publish(5);
      await ended;
      await publish(5);
      await start(name);
      await until(async () => {
        const { cluster: current } = await manager.streams.info(eventStream);
        expect(current?.replicas?.map(({ current: isCurrent }) => isCurrent)).toEqual([true, true]);
      });
    }
    expect((await stored()) - before).toBe(published);
    await Promise.all([bus.close(), admin.close()]);
  },
);
