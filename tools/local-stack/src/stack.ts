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
  const { servers: _servers, stop: _stop, ...addresses } = stack;
  const removeFile = writePrivateJson(join(config.dataDir, 'stack.json'), { pid: process.pid, ...addresses });
  report(`\n${exportsOf(addresses)}\n\nCtrl-C stops the servers.`);
  const stop = async () => {
    removeFile();
    await stack.stop();
  };
  return { stop };
}

/** The shell commands that set these addresses for other commands. */
function exportsOf(stack: Omit<Stack, 'servers' | 'stop'>): string {
  const settings = {
    MONGODB_URL: stack.mongodbUrl,
    NATS_URL: stack.natsUrl,
    NATS_NKEY_DIR: stack.natsKeysDir,
    MEILI_URL: stack.meiliUrl,
    MEILI_KEY: stack.meiliKey,
  };
  return Object.entries(settings)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `export ${name}='${value}'`)
    .join('\n');
}
