import { setTimeout as delay } from 'node:timers/promises';
import { withMongo, type MongoConnection } from './connect-mongo.ts';

const askEvery = 100;
/** Milliseconds after which the next measurement starts even on a busy database. */
const timeoutMs = 30_000;

/**
 * Waits until the database has finished the requests that were aborted at the end of a measurement. Each may be a scan of all contacts, and
 * together they keep both cores busy for seconds.
 */
export async function waitUntilIdle(mongodbUrl: string): Promise<void> {
  const until = performance.now() + timeoutMs;
  await withMongo(mongodbUrl, async (mongo) => {
    while ((await underWay(mongo)) > 0 && performance.now() < until) await delay(askEvery);
  });
}

/** The number of running queries and writes, without `getmore`, in which change streams always wait. */
async function underWay(mongo: MongoConnection): Promise<number> {
  const asked = { currentOp: 1, active: true, op: { $ne: 'getmore' }, ns: /^svc_[^.]+\.[^$]/ };
  const { inprog } = await mongo.of('records').admin().command(asked);
  return (inprog as unknown[]).length;
}
