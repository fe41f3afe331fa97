import { join, relative } from 'node:path';
import { bundleConsole } from '@svc/console';
import { adminBus, lockDataDir, runUntilStopped, startStack, type Guard } from '@svc/local-stack';
import { readLauncherConfig } from './config.ts';
import { gatewayPort } from './gateway-port.ts';
import { demoPasswordFile, prepareDemo } from './prepare-demo.ts';
import { startServices } from './start-services.ts';
import { welcome } from './welcome.ts';

const report = (line: string) => console.log(line);
/** The folder of bundles, each named by the hash of its sources. */
const consoleBundles = join(import.meta.dirname, '../../../.local/console');

await runUntilStopped(start, report);

async function start(guard: Guard) {
  const config = readLauncherConfig();
  const unlock = await lockDataDir(config.dataDir, { guardPid: guard.pid, report });
  const closers: (() => Promise<void> | void)[] = [unlock];
  const stop = async () => {
    for (const close of closers.reverse()) await close();
  };
  try {
    const { port, release } = await gatewayPort({ wanted: config.gatewayPort, report });
    const stack = await startStack({ ...config, guard, report });
    closers.push(stack.stop);
    report('Starting the services …');
    const url = config.env['PUBLIC_URL'] || `http://127.0.0.1:${port}`;
    const env = {
      CORS_ORIGINS: 'loopback',
      CONSOLE_FOLDER: await bundleConsole(consoleBundles),
      PASSWORD_RESET_URL: `${url}/console/-/new-password`,
      ...config.env,
      GATEWAY_PORT: String(port),
      ...(config.demo && { DEMO_PASSWORD_FILE: readable(demoPasswordFile(config.dataDir)) }),
    };
    await release();
    const services = await startServices({ ...config, env, stack, guard, report });
    closers.push(services.stop);
    const demo = await prepareDemo({ config, report, bus: adminBus(stack, config.env), ...services });
    const { apiRoot, namespacePrefix } = config;
    const { gatewayUrls } = services;
    const dataDir = config.env['DATA_DIR'];
    report(welcome({ url, gatewayUrls, apiRoot, namespacePrefix, dataDir, ...(demo && { demo }) }));
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A path as a person in the current folder writes it. */
function readable(path: string): string {
  const below = relative(process.cwd(), path);
  return below.startsWith('..') ? path : below;
}
