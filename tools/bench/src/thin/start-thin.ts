import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { eventually, freePort, stopProcess, type Guard } from '@svc/local-stack';
import { prepareThin } from './thin-collections.ts';

export interface ThinHandler {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

const stopGrace = 2_000;

/** Starts the thin handler as a process of its own. */
export async function startThin({
  mongodbUrl,
  dataDir,
  guard,
}: {
  mongodbUrl: string;
  dataDir: string;
  guard: Guard;
}): Promise<ThinHandler> {
  const client = new mongo.MongoClient(mongodbUrl);
  await prepareThin(client).finally(() => client.close());
  const port = await freePort();
  const log = openSync(join(dataDir, 'logs/thin.log'), 'w');
  const entry = join(import.meta.dirname, 'thin.ts');
  const child = await guard.spawn(process.execPath, [entry, mongodbUrl, String(port)], { output: log });
  closeSync(log);
  const url = `http://127.0.0.1:${port}`;
  await eventually('the thin handler answers', () => isUp(url), 30_000);
  return { url, pid: child.pid as number, stop: () => stopProcess(child, stopGrace) };
}

const isUp = (url: string): Promise<boolean> =>
  fetch(`${url}/records/0`).then(
    ({ ok }) => ok,
    () => false,
  );
