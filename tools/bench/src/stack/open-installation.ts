import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InstanceName } from '@svc/contracts';
import { asAdmin, type AdminCaller } from '@svc/demo';
import { mainOf, startServices } from '@svc/launcher';
import { adminBus, startLockedStack, type Guard, type Report } from '@svc/local-stack';
import type { BenchConfig } from '../config.ts';

/** The measured installation: the services as `npm start` runs them. */
export type Installation = Awaited<ReturnType<typeof openInstallation>>;

/** Starts the servers on free ports with the data of the folder, and the five services. */
export async function openInstallation(
  { dataDir, env, instances, profile }: Pick<BenchConfig, 'dataDir' | 'env' | 'instances' | 'profile'>,
  { guard, report }: { guard: Guard; report: Report },
) {
  const stack = await startLockedStack({ dataDir, env, guard, report });
  try {
    const running = { dataDir, env, instances, stack, guard, report, entryOf: entryOf(profile, dataDir) };
    const services = await startServices(running);
    const stop = () => services.stop().finally(stack.stop);
    const postsUrl = `${services.gatewayUrl}/wp-json/svc-posts/v2`;
    const bus = { bus: adminBus(stack, {}), keyringFile: join(services.keyringDir, 'admin.json') };
    const work = <Result>(as: (admin: AdminCaller) => Promise<Result>) => asAdmin(bus, as);
    return { stack, services, postsUrl, stop, asAdmin: work };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

/** The entry file of a service: its own, or one that profiles the whole run. */
function entryOf(profiled: readonly InstanceName[], dataDir: string): (service: InstanceName) => string {
  return (service) => {
    const main = mainOf(service);
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
