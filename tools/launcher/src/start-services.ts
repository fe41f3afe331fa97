import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Env, type Guard, type Report, startGuard } from '@svc/local-stack';
import { planInstances } from './plan-instances.ts';
import type { StackAddresses } from './service-environment.ts';
import type { ServiceInstance } from './service-instance.ts';
import type { ServiceName } from './service-name.ts';
import { SupervisedInstance } from './supervised-instance.ts';
import type { Timing } from './supervision.ts';

export interface ServicesOptions {
  stack: StackAddresses;
  /** Where logs, keys and instance.json go. */
  dataDir: string;
  env: Env;
  report: Report;
  /** How many processes of each service; 1 of those that are not named, 0 leaves a service out. */
  instances?: Partial<Record<ServiceName, number>>;
  /** Whether a process that ends is started again, at the same ports. Default true. */
  restart?: boolean;
  /** The guard that ends the services when this process dies. One is started when it is left out. */
  guard?: Guard;
  timing?: Partial<Timing>;
  /** The file that is run for a service. */
  entryOf?: (service: ServiceName) => string;
  createKeyring?: (dir: string) => Promise<void>;
}

export interface Services {
  /** Of the first gateway. */
  gatewayUrl: string;
  gatewayUrls: string[];
  /** Folder with the key file of each identity, `admin.json` among them. */
  keyringDir: string;
  instances: ServiceInstance[];
  /** Stops the gateways, then the rest. */
  stop(): Promise<void>;
}

const ROOT = join(import.meta.dirname, '../../..');
const TIMING: Timing = {
  firstPause: 200,
  longestPause: 10_000,
  wellAfter: 30_000,
  readyWithin: 60_000,
  stopGrace: 10_000,
};

/** Starts the services and answers when all of them are ready. Throws a LauncherError that names the one that is not. */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const { dataDir, report, restart = true } = options;
  const keyringDir = join(dataDir, 'keys');
  await (options.createKeyring ?? createKeyring)(keyringDir);
  const guard = options.guard ?? (await startGuard());
  const { specs, gatewayUrls } = await planInstances({
    instances: {},
    entryOf: mainOf,
    ...options,
    keyringDir,
  });
  const timing = { ...TIMING, ...options.timing };
  const instances = specs.map((spec) => new SupervisedInstance(spec, { guard, report, restart, timing }));
  const gatewayUrl = gatewayUrls[0] ?? '';
  const removeFile = writeInstanceFile(dataDir, { gatewayUrl, ...options.stack, keyringDir, instances });

  const stop = async () => {
    removeFile();
    const doors = instances.filter(isGateway);
    const rooms = instances.filter((instance) => !isGateway(instance));
    await Promise.all(doors.map((instance) => instance.stop()));
    await Promise.all(rooms.map((instance) => instance.stop()));
    if (!options.guard) await guard.close();
  };
  try {
    await allReady(instances, report);
  } catch (error) {
    await stop();
    throw error;
  }
  return { gatewayUrl, gatewayUrls, keyringDir, instances, stop };
}

const mainOf = (service: ServiceName): string => join(ROOT, 'services', service, 'src/main.ts');

const isGateway = ({ service }: ServiceInstance): boolean => service === 'gateway';

async function createKeyring(dir: string): Promise<void> {
  const kit = await import('@svc/service-kit');
  await kit.createKeyring(dir);
}

async function allReady(instances: SupervisedInstance[], report: Report): Promise<void> {
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
  const waiting = new Set(instances.map(({ label }) => label));
  const progress = setInterval(
    () => report(`Waiting for ${[...waiting].join(', ')} … ${seconds()} s`),
    5_000,
  );
  try {
    await Promise.all(
      instances.map(async (instance) => {
        await instance.ready();
        waiting.delete(instance.label);
      }),
    );
    report(`All services are ready (${seconds()} s)`);
  } finally {
    clearInterval(progress);
  }
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
