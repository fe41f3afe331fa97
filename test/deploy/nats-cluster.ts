import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { render } from './kustomize.ts';

const production = fileURLToPath(new URL('../../deploy/k8s/overlays/production', import.meta.url));

/** The servers of NATS in the overlay `production`, as Kubernetes names their pods. */
export const natsNames = ['nats-0', 'nats-1', 'nats-2'] as const;

export interface NatsPlace {
  /** The folder of all servers: `svc/authorization.conf`, and the data of each server in a folder of its name. */
  readonly dir: string;
  /** The folder with the files of `nats-certificate.sh`. */
  readonly keys: string;
  readonly clientPorts: readonly number[];
  readonly routePorts: readonly number[];
  /** The ports of the probes. Default: the servers have none. */
  readonly monitorPorts?: readonly number[];
}

/** The folder in which a server keeps its streams. */
export const natsDataDir = ({ dir }: Pick<NatsPlace, 'dir'>, index: number): string =>
  join(dir, natsNames[index] ?? '', 'jetstream');

/** Writes the configuration that a pod of the overlay has, with ports and folders of this machine. Returns the arguments of nats-server. */
export function writeNatsConfig(place: NatsPlace, index: number): string[] {
  const map = render(production).find(
    ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith('nats-'),
  );
  const folder = join(place.dir, natsNames[index] ?? '');
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(map?.['data'] as Record<string, string>))
    writeFileSync(join(folder, file), here(text, place, index));
  return ['--config', join(folder, 'nats-cluster.conf')];
}

function here(text: string, place: NatsPlace, index: number): string {
  const { keys, clientPorts, routePorts, monitorPorts } = place;
  const monitor = monitorPorts ? `http: "127.0.0.1:${monitorPorts[index]}"` : '';
  return text
    .replace('listen: 0.0.0.0:4222', `listen: "127.0.0.1:${clientPorts[index]}"`)
    .replace('listen: 0.0.0.0:6222', `listen: "127.0.0.1:${routePorts[index]}"`)
    .replaceAll(
      /nats:\/\/nats-(\d)\.nats:6222/g,
      (_all, number: string) => `"nats://127.0.0.1:${routePorts[Number(number)]}"`,
    )
    .replace(/^http:.*$/m, monitor)
    .replaceAll('/etc/nats-tls/tls.', join(keys, 'nats.'))
    .replaceAll('/etc/nats-tls/ca.crt', join(keys, 'nats-ca.crt'))
    .replace('/data', natsDataDir(place, index));
}
