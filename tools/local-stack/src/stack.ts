import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readStackConfig } from './config.ts';
import { lockDataDir } from './data-dir/lock-data-dir.ts';
import type { Guard } from './processes/guard.ts';
import { runUntilStopped } from './processes/run-until-stopped.ts';
import { type Stack, startStack } from './start-stack.ts';

const report = (line: string) => console.log(line);

await runUntilStopped(start, report);

async function start(guard: Guard) {
  const config = readStackConfig();
  const unlock = await lockDataDir(config.dataDir, { guardPid: guard.pid, report });
  try {
    const stack = await startStack({ ...config, guard, report });
    const removeFile = writeStackFile(config.dataDir, stack);
    report(`\n${addresses(stack)}\n\nCtrl-C stops the servers.`);
    const stop = async () => {
      removeFile();
      await stack.stop();
      unlock();
    };
    return { stop };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Shell commands that set the addresses of these servers for other commands. */
function addresses({ mongodbUrl, natsUrl, natsKeysDir, meiliUrl, meiliKey }: Stack): string {
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

/** Writes the addresses of the running servers into DATA_DIR for other tools. Only the owner may read the file, since it has a key. */
function writeStackFile(dataDir: string, stack: Stack): () => void {
  const file = join(dataDir, 'stack.json');
  const { mongodbUrl, natsUrl, natsKeysDir, meiliUrl, meiliKey } = stack;
  const content = { pid: process.pid, mongodbUrl, natsUrl, natsKeysDir, meiliUrl, meiliKey };
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  return () => rmSync(file, { force: true });
}
