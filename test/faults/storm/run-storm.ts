import mongoose from 'mongoose';
import { until } from '@svc/testing';
import { deadlineInEarnest, openWorld, type World } from '../../support/world.ts';
import { deadLettersOf } from '../dead-letters.ts';
import { checkPromises } from './check-promises.ts';
import type { StormConfig } from './config.ts';
import { Killer } from './killer.ts';
import { Ledger } from './ledger.ts';
import { Writer, type Others } from './writer.ts';

export type StormReport = Awaited<ReturnType<typeof runStorm>>;

interface StormOptions {
  readonly report?: (line: string) => void;
  /** Changes the ledger after the checks, which are then repeated, so that they have something to find. */
  readonly falsify?: (ledger: Ledger) => void;
}

/** Starts the service with servers of its own, lets writers work through a storm of kills and freezes, and checks every promise afterwards. */
export async function runStorm(config: StormConfig, options: StormOptions = {}) {
  const world = await openWorld({
    isAlone: true,
    instances: { gateway: 2, records: 2 },
    maxPauseMs: 500,
    env: { ...deadlineInEarnest, TRUST_PROXY: 'loopback' },
    beforeServices: ({ stack }) => acknowledgeOnDisk(stack.mongodbUrl),
  });
  try {
    return await storm(world, config, options);
  } finally {
    await world.close();
  }
}

/** The MongoDB of tests acknowledges writes before they are on the disk. Here it is killed, so it must keep them, as in an installation. */
async function acknowledgeOnDisk(url: string): Promise<void> {
  const client = await new mongoose.mongo.MongoClient(url, { directConnection: true }).connect();
  try {
    const admin = client.db('admin');
    const { config } = await admin.command({ replSetGetConfig: 1 });
    const changed = { ...config, version: config.version + 1, writeConcernMajorityJournalDefault: true };
    await admin.command({ replSetReconfig: changed });
  } finally {
    await client.close();
  }
}

async function storm(world: World, config: StormConfig, options: StormOptions) {
  const { report = () => undefined, falsify } = options;
  const { minutes, seed, writers: count } = config;
  const ledger = new Ledger();
  const others = {
    mentioned: await world.createUser({ role: 'multiplier', displayName: 'Mike' }),
    guest: await world.createUser({ role: 'multiplier', displayName: 'Greta' }),
  };
  const users = await Promise.all(
    Array.from({ length: count }, () => world.createUser({ role: 'multiplier' })),
  );
  const killer = new Killer(world, ledger, { seed, report });
  const writers = users.map(
    (user, at) => new Writer({ gateways: world, user, others, ledger, seed: seed * 100 + at + 1 }),
  );
  const end = Date.now() + minutes * 60_000;
  const goesOn = () => (Date.now() < end || !killer.hasDoneEverything()) && ledger.broken.length === 0;
  let isStorm = true;
  const work = Promise.all(writers.map((writer) => writer.work(() => isStorm)));
  await killer.work(goesOn);
  isStorm = false;
  await Promise.all(world.services.map((service) => service.ready()));
  await work;
  report(`the storm is over: ${ledger.count} writes acknowledged, ${killer.faults.length} faults`);
  const checks = await checkPromises(world, ledger, others);
  for (const letters of await until(() => deadLettersOf(world))) ledger.break(`dead letters: ${letters}`);
  const broken = [...ledger.broken];
  const found = falsify ? await checkFalsified(world, ledger, { others, falsify }) : [];
  return { ledger, faults: killer.faults, checks, broken, found };
}

/** The broken promises that the checks find in a falsified ledger. */
async function checkFalsified(
  world: World,
  ledger: Ledger,
  { others, falsify }: { others: Others; falsify: (ledger: Ledger) => void },
): Promise<readonly string[]> {
  const before = ledger.broken.length;
  falsify(ledger);
  await checkPromises(world, ledger, others);
  return ledger.broken.slice(before);
}
