import { join } from 'node:path';
import type { InstanceName } from '@svc/contracts';
import {
  allUp,
  type Env,
  type Guard,
  startGuard,
  type Supervision,
  writePrivateJson,
} from '@svc/local-stack';
import type { Instances, StackAddresses } from './service-environment.ts';
import type { ServiceInstance } from './service-instance.ts';

export interface ServicesOptions extends Omit<Supervision, 'guard'> {
  stack: StackAddresses;
  dataDir: string;
  env: Env;
  instances?: Instances;
  /** The guard that ends the services when this process dies. Default: a new one. */
  guard?: Guard;
  entryOf?: (service: InstanceName) => string;
}

export type Services = Awaited<ReturnType<typeof startServices>>;

const ROOT = join(import.meta.dirname, '../../..');

/** Starts the services. Resolves when all are ready. @throws StackError that names the service which is not. */
export async function startServices(options: ServicesOptions) {
  const { dataDir, report } = options;
  const keyringDir = join(dataDir, 'keys');
  // Loaded on demand, with the settings of all services.
  const { createKeyring } = await import('@svc/service-kit');
  const { startInstances } = await import('./service-instance.ts');
  await createKeyring(keyringDir);
  const guard = options.guard ?? (await startGuard());
  const started = performance.now();
  const { instances, gatewayUrls, replace } = await startInstances({
    instances: {},
    entryOf: mainOf,
    ...options,
    guard,
    keyringDir,
  });
  const gatewayUrl = gatewayUrls[0] ?? '';
  const removeFile = writeInstanceFile(dataDir, { gatewayUrl, ...options.stack, keyringDir, instances });

  /** Stops the gateways, then the rest. */
  const stop = async () => {
    removeFile();
    const gateways = instances.filter(({ service }) => service === 'gateway');
    for (const these of [gateways, instances]) await Promise.all(these.map((each) => each.stop()));
    if (!options.guard) await guard.close();
  };
  try {
    await allUp(Object.fromEntries(instances.map((each) => [each.label, each.ready()])), report);
    report(`All services are ready (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { gatewayUrl, gatewayUrls, keyringDir, instances, replace, stop };
}

/** The entry file of a service. */
export const mainOf = (service: InstanceName): string => join(ROOT, 'services', service, 'src/main.ts');

/** Writes the addresses of the running services into DATA_DIR for other tools. Returns the function that removes the file. */
function writeInstanceFile(
  dataDir: string,
  running: StackAddresses & { gatewayUrl: string; keyringDir: string; instances: readonly ServiceInstance[] },
): () => void {
  const { gatewayUrl, mongodbUrl, natsUrl, natsKeysDir, meiliUrl, keyringDir, instances } = running;
  const ops: Record<string, string[]> = {};
  for (const { service, opsUrl } of instances) (ops[service] ??= []).push(opsUrl);
  const addresses = { gatewayUrl, mongodbUrl, natsUrl, natsKeysDir, meiliUrl, keyringDir };
  return writePrivateJson(join(dataDir, 'instance.json'), { pid: process.pid, ...addresses, ops });
}
