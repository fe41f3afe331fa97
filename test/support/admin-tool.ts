import { execFile } from 'node:child_process';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { World } from './world.ts';

const program = join(import.meta.dirname, '../../tools/admin/src/admin.ts');
const run = promisify(execFile);

/** Runs the admin tool and returns its output. It finds the services by their data directory. */
export async function runAdmin(
  world: Pick<World, 'dataDir'> & { env?: Record<string, string> },
  ...args: string[]
): Promise<string> {
  const [path, env] = admin(world);
  return (await run(process.execPath, [path, ...args], { env })).stdout;
}

/** The admin tool, and the settings with which it finds the services. */
export function admin({
  dataDir,
  env,
}: Pick<World, 'dataDir'> & { env?: Record<string, string> }): [program: string, env: NodeJS.ProcessEnv] {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return [program, { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, ...env }];
}

/** Copies the keys with which services sign messages, which are not in a backup; the nkeys of NATS stay those of the new installation. */
export async function copyKeys(
  { dataDir: from }: Pick<World, 'dataDir'>,
  { dataDir: to }: Pick<World, 'dataDir'>,
): Promise<void> {
  const files = (await readdir(join(from, 'keys'))).filter((name) => name.endsWith('.json'));
  for (const name of files) await cp(join(from, 'keys', name), join(to, 'keys', name));
}
