import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson, busKeyFile, type BusConfig } from '@svc/service-kit';
import { AdminError } from './admin-error.ts';
import type { AdminConfig } from './config.ts';

const serversSchema = z.object({ pid: z.int(), mongodbUrl: z.string() });
const instanceSchema = z.object({
  pid: z.int(),
  natsUrl: z.string(),
  natsKeysDir: z.string().optional(),
  keyringDir: z.string(),
});

const whatToDo =
  'Start one with `npm start`, set DATA_DIR to the data directory of a running one, or set NATS_URL and KEYRING_FILE to reach another deployment.';

/**
 * The deployment to connect to: the one that NATS_URL and KEYRING_FILE name, else the one that runs on DATA_DIR.
 * @throws AdminError when there is none.
 */
export async function findDeployment(config: AdminConfig): Promise<{
  bus: BusConfig;
  /** The key file that signs messages there. */
  keyringFile: string;
  /** The data directory of an instance that `npm start` runs. */
  dataDir?: string;
}> {
  const { NATS_URL: natsUrl, KEYRING_FILE: keyringFile } = config;
  if (natsUrl && keyringFile) return { bus: { ...config, NATS_URL: natsUrl }, keyringFile };
  if (keyringFile) throw new AdminError('KEYRING_FILE is set but NATS_URL is not: set both or neither.');
  const { keyringDir, ...instance } = await readRunning(
    join(config.DATA_DIR, 'instance.json'),
    instanceSchema,
  );
  const { natsUrl: NATS_URL, natsKeysDir: keysDir } = instance;
  const bus = keysDir ? { NATS_URL, NATS_NKEY_FILE: busKeyFile(keysDir, 'admin') } : { ...config, NATS_URL };
  return { bus, keyringFile: join(keyringDir, 'admin.json'), dataDir: config.DATA_DIR };
}

/**
 * The MongoDB to connect to: that of MONGODB_URL, else that of the instance or the servers (`npm run stack`) that run on DATA_DIR.
 * @throws AdminError when there is none.
 */
export async function findMongodb({ MONGODB_URL: url, DATA_DIR: dir }: AdminConfig): Promise<string> {
  if (url !== undefined) return url;
  const read = (name: string) => readRunning(join(dir, name), serversSchema);
  const { mongodbUrl } = await read('instance.json').catch((cause: unknown) =>
    read('stack.json').catch(() => {
      const advice = `No services or servers are running on ${dir}.`;
      throw new AdminError(`${advice} Start the servers with \`npm run stack\`, or set MONGODB_URL.`, {
        cause,
      });
    }),
  );
  return mongodbUrl;
}

async function readRunning<Running extends { readonly pid: number }>(
  file: string,
  schema: z.ZodType<Running>,
): Promise<Running> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new AdminError(`There is no running instance: ${file} cannot be read. ${whatToDo}`, { cause });
  });
  const running = schema.safeParse(parseJson(text));
  if (!running.success) throw new AdminError(`${file} does not describe a running instance. ${whatToDo}`);
  if (isRunning(running.data.pid)) return running.data;
  throw new AdminError(`There is no running instance: the process in ${file} has ended. ${whatToDo}`);
}

/** Whether a process exists. A permission error also means yes: the process belongs to another user. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
