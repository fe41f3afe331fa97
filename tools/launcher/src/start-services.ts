import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstanceName } from '@svc/contracts';
import { allUp, type Env, type Guard, type Report, startGuard, type Timing } from '@svc/local-stack';
import type { Instances, StackAddresses } from './service-environment.ts';
import { startInstances, type ServiceInstance } from './service-instance.ts';

export interface ServicesOptions {
  stack: StackAddresses;
  /** Where logs, keys and instance.json go. */
  dataDir: string;
  env: Env;
  report: Report;
  instances?: Instances;
  /** Whether a process that ends is started again, at the same ports. Default true. */
  restart?: boolean;
  /** The guard that ends the services when this process dies. One is started when it is left out. */
  guard?: Guard;
  timing?: Partial<Timing>;
  /** The file that is run for a service. */
  entryOf?: (service: InstanceName) => string;
  createKeyring?: (dir: string) => Promise<void>;
}

export interface Services {
  /** Of the first gateway. */
  gatewayUrl: string;
  gatewayUrls: string[];
  /** Folder with the key file of each identity, `admin.json` among them. */
  keyringDir: string;
  /** Those that run now. */
  instances: ServiceInstance[];
  /** Starts one more process of the service, of another program where one is named, and stops the old one once that is ready. */
  replace(old: ServiceInstance, entry?: string): Promise<void>;
  /** Stops the gateways, then the rest. */
  stop(): Promise<void>;
}

const ROOT = join(import.meta.dirname, '../../..');

/** Starts the services and answers when all of them are ready. Throws a StackError that names the one that is not. */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const { dataDir, report } = options;
  const keyringDir = join(dataDir, 'keys');
  await (options.createKeyring ?? createKeyring)(keyringDir);
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

const mainOf = (service: InstanceName): string => join(ROOT, 'services', service, 'src/main.ts');

async function createKeyring(dir: string): Promise<void> {
  const kit = await import('@svc/service-kit');
  await kit.createKeyring(dir);
}

interface RunningInstance extends Omit<StackAddresses, 'meiliKey'> {
  gatewayUrl: string;
  keyringDir: string;
  instances: readonly ServiceInstance[];
}

/** Says to other tools, by DATA_DIR, where the running services are. Answers the function that removes it. */
function writeInstanceFile(dataDir: string, running: RunningInstance): () => void {
  const { gatewayUrl, mongodbUrl, natsUrl, natsKeysDir, meiliUrl, keyringDir, instances } = running;
  const ops: Record<string, string[]> = {};
  for (const { service, opsUrl } of instances) (ops[service] ??= []).push(opsUrl);
  const file = join(dataDir, 'instance.json');
  const addresses = { gatewayUrl, mongodbUrl, natsUrl, natsKeysDir, meiliUrl };
  const content = { pid: process.pid, ...addresses, keyringDir, ops };
  // Removed first: writing into a file that is there would keep its mode.
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  return () => rmSync(file, { force: true });
}
