import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { busKeyFile, type BusConfig } from '@svc/service-kit';
import { AdminError } from './admin-error.ts';
import type { AdminConfig } from './config.ts';

/** Where the bus of the services is, and the key to speak on it. */
export interface Deployment {
  readonly bus: BusConfig;
  readonly keyringFile: string;
}

const instanceSchema = z.object({
  pid: z.int(),
  natsUrl: z.string(),
  natsKeysDir: z.string().optional(),
  keyringDir: z.string(),
});

const whatToDo =
  'Start one with `npm start`, say where it keeps its data with DATA_DIR, or set NATS_URL and KEYRING_FILE to reach another deployment.';

/**
 * The deployment that is meant: the one that NATS_URL and KEYRING_FILE name, else the one that runs on DATA_DIR.
 * @throws AdminError when there is none.
 */
export async function findDeployment(config: AdminConfig): Promise<Deployment> {
  const { NATS_URL: natsUrl, KEYRING_FILE: keyringFile } = config;
  if (natsUrl && keyringFile) return { bus: { ...config, NATS_URL: natsUrl }, keyringFile };
  if (keyringFile) throw new AdminError('KEYRING_FILE is set and NATS_URL is not: set both, or neither.');
  const { keyringDir, ...instance } = await readInstance(join(config.DATA_DIR, 'instance.json'));
  const { natsUrl: NATS_URL, natsKeysDir: keysDir } = instance;
  const bus = keysDir ? { NATS_URL, NATS_NKEY_FILE: busKeyFile(keysDir, 'admin') } : { ...config, NATS_URL };
  return { bus, keyringFile: join(keyringDir, 'admin.json') };
}

async function readInstance(file: string) {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new AdminError(`There is no running instance: ${file} cannot be read. ${whatToDo}`, { cause });
  });
  const instance = instanceSchema.safeParse(parseJson(text));
  if (!instance.success) throw new AdminError(`${file} does not describe a running instance. ${whatToDo}`);
  if (isRunning(instance.data.pid)) return instance.data;
  throw new AdminError(`There is no running instance: the one of ${file} has ended. ${whatToDo}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A process of somebody else counts as well: asking it is refused, and that is how one knows it is there. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
