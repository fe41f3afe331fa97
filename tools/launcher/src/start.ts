import { join } from 'node:path';
import { lockDataDir, runUntilStopped, startStack, type Guard, type Stack } from '@svc/local-stack';
import { readLauncherConfig, type LauncherConfig } from './config.ts';
import { demoPassword } from './demo-password.ts';
import { gatewayPort } from './gateway-port.ts';
import { seedDemo } from './seed-demo.ts';
import { startServices, type Services } from './start-services.ts';
import { welcome } from './welcome.ts';

const DEMO_USERNAMES = [
  ...['administrator', 'dt_admin', 'dispatcher', 'multiplier', 'user_manager'],
  ...['strategist', 'partner', 'marketer', 'registered'],
];

const report = (line: string) => console.log(line);

await runUntilStopped(start, report);

async function start(guard: Guard) {
  const config = readLauncherConfig();
  const unlock = await lockDataDir(config.dataDir, { guardPid: guard.pid, report });
  const closers: (() => Promise<void> | void)[] = [unlock];
  const stop = async () => {
    for (const close of closers.reverse()) await close();
  };
  try {
    const port = await gatewayPort({ wanted: config.gatewayPort, report });
    const stack = await startStack({ ...config, guard, report });
    closers.push(stack.stop);
    report('Starting the services …');
    const env = { ...config.env, GATEWAY_PORT: String(port) };
    const services = await startServices({ ...config, env, stack, guard, report });
    closers.push(services.stop);
    const password = config.demo ? await seed(config, stack, services) : undefined;
    report(greeting(config, services, password));
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function seed(config: LauncherConfig, stack: Stack, services: Services): Promise<string> {
  const password = demoPassword(config.dataDir, config.demoPassword, report);
  const keyringFile = join(services.keyringDir, 'admin.json');
  await seedDemo({ natsUrl: stack.natsUrl, keyringFile, password, report });
  return password;
}

function greeting(config: LauncherConfig, { gatewayUrl }: Services, password: string | undefined): string {
  const { apiRoot, namespacePrefix } = config;
  const demo = password !== undefined && { demo: { usernames: DEMO_USERNAMES, password } };
  return welcome({ url: config.env['PUBLIC_URL'] || gatewayUrl, apiRoot, namespacePrefix, ...demo });
}
