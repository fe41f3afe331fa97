import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { freePort, SupervisedProcess, type Guard, type Report } from '@svc/local-stack';
import { prepareThin } from './thin-collections.ts';

export type ThinHandler = Awaited<ReturnType<typeof startThin>>;

export async function startThin({
  mongodbUrl,
  dataDir,
  guard,
  report,
  openApi,
}: {
  mongodbUrl: string;
  dataDir: string;
  guard: Guard;
  report: Report;
  /** The OpenAPI document with which it answers. */
  openApi: string;
}) {
  const client = new mongo.MongoClient(mongodbUrl);
  await prepareThin(client).finally(() => client.close());
  const openApiFile = join(dataDir, 'thin-openapi.json');
  writeFileSync(openApiFile, openApi);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const entry = join(import.meta.dirname, 'thin.ts');
  const thin = new SupervisedProcess(
    {
      label: 'The thin handler',
      logFile: join(dataDir, 'logs/thin.log'),
      command: () => ({
        file: process.execPath,
        args: [entry],
        // Not an argument, which every user of the machine could read: the address has a password.
        env: { MONGODB_URL: mongodbUrl, PORT: String(port), OPENAPI_FILE: openApiFile },
      }),
      check: async () => {
        const { ok, status } = await fetch(`${url}/records/0`);
        if (!ok) throw new Error(`it answers ${status}`);
      },
    },
    { guard, report },
  );
  await thin.ready();
  return { url, pid: thin.pid as number, stop: () => thin.stop() };
}
