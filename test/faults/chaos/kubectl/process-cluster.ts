import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { instanceNames } from '@svc/contracts';
import { restartService } from '../restart-service.ts';
import type { Topology } from '../topology/open-topology.ts';

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data: Readonly<Record<string, string>>;
}

/** The objects and pods of Kubernetes that a rotation of keys changes, as files and processes. */
export class ProcessCluster {
  readonly #topology: Topology;
  /** The folder with the key files that the services read. */
  readonly #keyringDir: string;
  #authorization = '';

  constructor(topology: Topology, keyringDir: string) {
    this.#topology = topology;
    this.#keyringDir = keyringDir;
  }

  async apply(manifest: object): Promise<void> {
    const { metadata, data } = manifest as Manifest;
    const authorization = data['authorization.conf'];
    if (authorization !== undefined) {
      this.#authorization = authorization;
      this.#topology.nats.authorize(authorization);
      return;
    }
    const identity = metadata.name.replace('svc-keys-', '');
    const keyring = this.#keyring(identity);
    await replace(keyring, data['keyring.json']);
    await replace(join(this.#topology.nats.keysDir, `${identity}.nk`), data['bus.nk']);
  }

  pods(name: string): string[] {
    const { nats, world } = this.#topology;
    if (name === 'nats') return nats.servers.map((server) => server.name);
    return world.services.filter(({ service }) => service === name).map(({ label }) => label);
  }

  async digest(pod: string, path: string): Promise<string> {
    const service = this.#topology.world.services.find(({ label }) => label === pod)?.service;
    // The file of NATS has one more user than the object.
    const content = service ? await readFile(this.#keyring(service)) : this.#authorization;
    return `${createHash('sha256').update(content).digest('hex')}  ${path}`;
  }

  async reloadNats(pod: string): Promise<void> {
    await this.#topology.nats.servers.find(({ name }) => name === pod)?.process.kill('SIGHUP');
  }

  async restart(deployment: string): Promise<void> {
    const service = instanceNames.find((name) => name === deployment);
    if (!service) throw new Error(`there is no deployment ${deployment}`);
    await restartService(this.#topology.world, service);
  }

  #keyring(identity: string): string {
    return join(this.#keyringDir, `${identity}.json`);
  }
}

async function replace(file: string, base64 = ''): Promise<void> {
  await writeFile(`${file}.next`, Buffer.from(base64, 'base64'), { mode: 0o600 });
  await rename(`${file}.next`, file);
}
