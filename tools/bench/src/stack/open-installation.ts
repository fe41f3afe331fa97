import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InstanceName } from '@svc/contracts';
import { asAdmin, type AdminCaller } from '@svc/demo';
import { startServices, type Services } from '@svc/launcher';
import { adminBus, lockDataDir, startStack, type Guard, type Report, type Stack } from '@svc/local-stack';
import type { BenchConfig } from '../config.ts';

/** MongoDB, NATS and Meilisearch over the data of a folder. */
export interface OpenStack {
  stack: Stack;
  stop(): Promise<void>;
}

/** The measured installation: the services as `npm start` runs them. */
export interface Installation extends OpenStack {
  services: Services;
  /** The base URL of the records API. */
  postsUrl: string;
  /** Calls operations as the admin tool. */
  asAdmin<Result>(work: (admin: AdminCaller) => Promise<Result>): Promise<Result>;
}

interface Tools {
  guard: Guard;
  report: Report;
}

/** Starts the servers on free ports with the data of the folder. */
export async function openStack(
  { dataDir, env }: Pick<BenchConfig, 'dataDir' | 'env'>,
  { guard, report }: Tools,
): Promise<OpenStack> {
  const unlock = await lockDataDir(dataDir, { guardPid: guard.pid, report });
  try {
    const stack = await startStack({ dataDir, env, guard, report });
    const stop = () => stack.stop().finally(unlock);
    return { stack, stop };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Starts the servers and the five services. */
export async function openInstallation(
  config: Pick<BenchConfig, 'dataDir' | 'env' | 'instances' | 'profile'>,
  { guard, report }: Tools,
): Promise<Installation> {
  const { dataDir, env, instances, profile } = config;
  const { stack, stop } = await openStack(config, { guard, report });
  try {
    const running = { dataDir, env, instances, stack, guard, report, entryOf: entryOf(profile, dataDir) };
    const services = await startServices(running);
    const stopAll = () => services.stop().finally(stop);
    const postsUrl = `${services.gatewayUrl}/wp-json/svc-posts/v2`;
    const bus = { bus: adminBus(stack, {}), keyringFile: join(services.keyringDir, 'admin.json') };
    return { stack, services, postsUrl, stop: stopAll, asAdmin: (work) => asAdmin(bus, work) };
  } catch (error) {
    await stop();
    throw error;
  }
}

const ROOT = join(import.meta.dirname, '../../../..');

/** The entry file of a service: its own, or one that profiles the whole run. */
function entryOf(profiled: readonly InstanceName[], dataDir: string): (service: InstanceName) => string {
  return (service) => {
    const main = join(ROOT, 'services', service, 'src/main.ts');
    if (!profiled.includes(service)) return main;
    const dir = join(dataDir, 'profiles');
    mkdirSync(dir, { recursive: true });
    const entry = join(dir, `${service}.mjs`);
    writeFileSync(entry, profilingEntry(main, join(dir, service)));
    return entry;
  };
}

/** The source of the profiling entry. An inspector session answers synchronously, so it can write the profile while the process exits. */
const profilingEntry = (main: string, name: string): string => `import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.start');
process.once('exit', () => {
  session.post('Profiler.stop', (error, answer) => {
    if (!error) writeFileSync(${JSON.stringify(name)} + '-' + Date.now() + '.cpuprofile', JSON.stringify(answer.profile));
  });
});
await import(${JSON.stringify(pathToFileURL(main).href)});
`;
