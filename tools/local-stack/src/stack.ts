import { readStackConfig } from './config.ts';
import type { Guard } from './guard.ts';
import { lockDataDir } from './lock-data-dir.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import { writeStackFile } from './stack-file.ts';
import { startStack, type Stack } from './start-stack.ts';

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

/** As lines for a shell: pasted there, they make other commands use these servers. */
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
