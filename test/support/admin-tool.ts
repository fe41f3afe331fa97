import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '@svc/admin/testing/run-in-process';
import type { World } from './world.ts';

const program = join(import.meta.dirname, '../../tools/admin/src/admin.ts');

/**
 * Runs the admin tool and returns its output. It finds the services by their data directory. It runs in this process, since a process of its own
 * takes a second of processor time to load it.
 * @throws Error with its exit code and output when it fails
 */
export async function runAdmin(
  world: Pick<World, 'dataDir'> & { env?: Record<string, string> },
  ...args: string[]
): Promise<string> {
  const [, env] = admin(world);
  const { code, stdout, stderr } = await run(args, env);
  if (code === 0) return stdout;
  const failure = new Error(`The admin tool ended with exit code ${code}:\n${stderr}`);
  throw Object.assign(failure, { code, stdout, stderr });
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
