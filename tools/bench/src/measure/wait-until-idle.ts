import { setTimeout as delay } from 'node:timers/promises';
import { connectMongo, type MongoConnection } from '../stack/connect-mongo.ts';

const askEvery = 100;
/** Milliseconds after which it is measured all the same. */
const patience = 30_000;

/**
 * Waits until the database is done with what the end of a measurement has cut off: nobody waits for it any more, but a scan of all contacts
 * for each of the requests that were under way takes both cores for seconds.
 */
export async function waitUntilIdle(mongodbUrl: string): Promise<void> {
  const mongo = await connectMongo(mongodbUrl);
  try {
    const until = performance.now() + patience;
    while ((await underWay(mongo)) > 0 && performance.now() < until) await delay(askEvery);
  } finally {
    await mongo.close();
  }
}

/** How many queries and writes of collections there are now; who follows changes is always waiting for more. */
async function underWay(mongo: MongoConnection): Promise<number> {
  const asked = { currentOp: 1, active: true, op: { $ne: 'getmore' }, ns: /^svc_[^.]+\.[^$]/ };
  const { inprog } = await mongo.of('records').admin().command(asked);
  return (inprog as unknown[]).length;
}
