import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls, type PeerCertificate } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { JetStreamManager, NatsConnection, StreamInfo } from 'nats';
import { eventStream, identities } from '@svc/contracts';
import { freePorts, type SupervisedProcess } from '@svc/local-stack';
import { busAuthorization, createBusKeys } from '@svc/service-kit';
import { until } from '@svc/testing';
import { natsNames, writeNatsConfig, type NatsPlace } from '../../../deploy/nats-cluster.ts';
import { superviseServer, type Surroundings } from './supervised-server.ts';

const certificateScript = fileURLToPath(
  new URL('../../../../deploy/k8s/nats-certificate.sh', import.meta.url),
);

export interface NatsServer {
  readonly name: string;
  readonly index: number;
  readonly process: SupervisedProcess;
}

/** Three servers of NATS with the configuration of the overlay `production`: TLS for clients and routes, and the permissions of the contracts. */
export class NatsCluster {
  readonly servers: readonly NatsServer[];
  /** The folder with certificates and nkeys. */
  readonly keysDir: string;
  readonly #place: Required<NatsPlace>;

  private constructor(servers: readonly NatsServer[], place: Required<NatsPlace>) {
    this.servers = servers;
    this.#place = place;
    this.keysDir = place.keys;
  }

  static async start(surroundings: Surroundings): Promise<NatsCluster> {
    const { dir } = surroundings;
    const ports = await freePorts(9);
    const place = {
      dir,
      keys: join(dir, 'nats-keys'),
      clientPorts: ports.slice(0, 3),
      routePorts: ports.slice(3, 6),
      monitorPorts: ports.slice(6),
    };
    const nkeys = createBusKeys(place.keys, identities);
    makeCertificate(place.keys);
    mkdirSync(join(dir, 'svc'), { recursive: true });
    writeAuthorization(
      place,
      busAuthorization((identity) => ({ nkey: nkeys[identity] })),
    );
    const servers = natsNames.map((name, index) => {
      const args = writeNatsConfig(place, index);
      const check = () => checkProbe(place, index, 'js-server-only=true');
      const server = { name, program: 'nats-server', args, env: { POD_NAME: name }, check };
      return { name, index, process: superviseServer(server, surroundings) };
    });
    await Promise.all(servers.map(({ process }) => process.ready()));
    return new NatsCluster(servers, place);
  }

  get url(): string {
    return this.#place.clientPorts.map((port) => `tls://127.0.0.1:${port}`).join();
  }

  get caFile(): string {
    return join(this.keysDir, 'nats-ca.crt');
  }

  /** Writes the users that the servers accept after a reload, and the test, which may read and send everything. */
  authorize(text: string): void {
    writeAuthorization(this.#place, text);
  }

  async reload(): Promise<void> {
    for (const { process } of this.servers) await process.kill('SIGHUP');
  }

  /** Replaces the certificate of all servers, without a restart. @throws Error when a server still presents the old one. */
  async renewCertificate(): Promise<void> {
    const before = await Promise.all(this.servers.map(({ index }) => this.#presented(index)));
    makeCertificate(this.keysDir);
    await this.reload();
    for (const { name, index } of this.servers)
      await until(async () => {
        const { fingerprint256 } = await this.#presented(index);
        if (fingerprint256 === before[index]?.fingerprint256)
          throw new Error(`${name} presents its old certificate`);
      }, 30_000);
  }

  /** As the liveness probe of the pod sees it. */
  async isAlive(index: number): Promise<boolean> {
    return checkProbe(this.#place, index, 'js-enabled-only=true').then(
      () => true,
      () => false,
    );
  }

  /** The index of the server that leads the stream of events. @throws Error while there is none. */
  async leaderOf(bus: NatsConnection): Promise<number> {
    const manager = await bus.jetstreamManager({ checkAPI: false });
    const { cluster } = await manager.streams.info(eventStream);
    return natsNames.findIndex((name) => name === cluster?.leader);
  }

  /** Makes a server the leader of the stream of events. */
  async lead(bus: NatsConnection, { name, index }: NatsServer): Promise<void> {
    await until(async () => {
      if ((await this.leaderOf(bus)) === index) return;
      const placement = JSON.stringify({ placement: { preferred: name } });
      await bus.request(`$JS.API.STREAM.LEADER.STEPDOWN.${eventStream}`, placement);
      throw new Error(`${name} does not lead ${eventStream} yet`);
    });
  }

  /** Resolves when every server is ready, and every stream and consumer has a leader with replicas that are current. */
  async recovered(bus: NatsConnection): Promise<void> {
    const manager = await bus.jetstreamManager({ checkAPI: false });
    await until(async () => {
      for (const { index } of this.servers) await checkProbe(this.#place, index, 'js-server-only=true');
      const streams: StreamInfo[] = [];
      for await (const stream of manager.streams.list()) streams.push(stream);
      if (streams.length === 0) throw new Error('no streams are listed');
      for (const stream of streams) await checkStream(manager, stream);
    }, 180_000);
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map(({ process }) => process.stop(0)));
  }

  /** The certificate that a client gets: the server begins TLS after its first line. */
  async #presented(index: number): Promise<PeerCertificate> {
    const socket = connectSocket(this.#place.clientPorts[index] ?? 0, '127.0.0.1');
    try {
      await once(socket, 'data');
      const secure = connectTls({ socket, ca: readFileSync(this.caFile), servername: 'localhost' });
      await once(secure, 'secureConnect');
      return secure.getPeerCertificate();
    } finally {
      socket.destroy();
    }
  }
}

function makeCertificate(keys: string): void {
  execFileSync(certificateScript, [keys], { stdio: ['ignore', 'ignore', 'pipe'] });
}

const authorizationFile = ({ dir }: Pick<NatsPlace, 'dir'>) => join(dir, 'svc/authorization.conf');

function writeAuthorization(place: NatsPlace, text: string): void {
  const { test } = createBusKeys(place.keys, ['test']);
  writeFileSync(authorizationFile(place), text.replace('users: [', `users: [\n    { nkey: "${test}" }`));
}

async function checkProbe(
  { monitorPorts }: Required<NatsPlace>,
  index: number,
  query: string,
): Promise<void> {
  const url = `http://127.0.0.1:${monitorPorts[index]}/healthz?${query}`;
  const response = await fetch(url, { signal: AbortSignal.timeout(3_000) });
  if (!response.ok) throw new Error(`${natsNames[index]}: ${await response.text()}`);
}

async function checkStream(manager: JetStreamManager, { config, cluster }: StreamInfo): Promise<void> {
  checkReplicas(`stream ${config.name}`, cluster);
  for await (const consumer of manager.consumers.list(config.name))
    if (consumer.config.durable_name !== undefined)
      checkReplicas(`consumer ${config.name} ${consumer.name}`, consumer.cluster);
}

function checkReplicas(name: string, cluster: StreamInfo['cluster']): void {
  if (!cluster?.leader) throw new Error(`${name} has no leader`);
  const late = (cluster.replicas ?? []).filter(({ current, offline }) => !current || offline);
  if (late.length > 0) throw new Error(`${name} is not current at ${late.map((each) => each.name).join()}`);
}
