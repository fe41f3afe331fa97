import { join } from 'node:path';
import { readStackConfig } from './config.ts';
import { writePrivateJson } from './data-dir/private-directory.ts';
import type { Guard } from './processes/guard.ts';
import { runUntilStopped } from './processes/run-until-stopped.ts';
import { startLockedStack, type Stack } from './start-stack.ts';

const report = (line: string) => console.log(line);

await runUntilStopped(start, report);

async function start(guard: Guard) {
  const config = readStackConfig();
  const stack = await startLockedStack({ ...config, guard, report });
  const { mongodbUrl, natsUrl, natsKeysDir, meiliUrl, meiliKey } = stack;
  const addresses = { mongodbUrl, natsUrl, natsKeysDir, meiliUrl, meiliKey };
  const removeFile = writePrivateJson(join(config.dataDir, 'stack.json'), { pid: process.pid, ...addresses });
  report(`\n${exportsOf(addresses)}\n\nCtrl-C stops the servers.`);
  const stop = async () => {
    removeFile();
    await stack.stop();
  };
  return { stop };
}

/** The shell commands that set these addresses for other commands. */
function exportsOf({
  mongodbUrl,
  natsUrl,
  natsKeysDir,
  meiliUrl,
  meiliKey,
}: Omit<Stack, 'servers' | 'stop'>): string {
  const settings = {
    MONGODB_URL: mongodbUrl,
    NATS_URL: natsUrl,
    NATS_NKEY_DIR: natsKeysDir,
    MEILI_URL: meiliUrl,
    MEILI_KEY: meiliKey,
  };
  return Object.entries(settings)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `export ${name}='${value}'`)
    .join('\n');
}
