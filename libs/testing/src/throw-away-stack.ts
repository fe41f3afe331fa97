import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import mongoose from 'mongoose';
import type { Identity } from '@svc/contracts';
import { startStack, type Env, type Stack } from '@svc/local-stack';
import {
  type BusConfig,
  busKeyFile,
  busSettings,
  connectBus,
  createLogger,
  loadConfig,
} from '@svc/service-kit';

/** Servers of one test file. */
export interface ThrowAwayStack extends Stack {
  /** Where they keep their data; gone once they are stopped. */
  readonly dataDir: string;
}

export interface StackOptions {
  /** All servers are this suite's, which may stop them, count what they do, or go by the usual names of databases. */
  readonly isAlone?: boolean;
  /** The bus is this suite's, which may stop it. */
  readonly hasOwnBus?: boolean;
}

declare global {
  /** Servers of this worker that no suite uses at the moment. */
  var idleStacks: ThrowAwayStack[] | undefined;
}

/**
 * Real servers, whatever servers the environment names, with data of their own: a bus, and the database and the engine that suites
 * share, under a prefix that no other suite has. The suites of a worker use the same bus one after the other.
 */
export async function throwAwayStack({
  isAlone = false,
  hasOwnBus = isAlone,
}: StackOptions = {}): Promise<ThrowAwayStack> {
  const kept =
    (!hasOwnBus && globalThis.idleStacks?.pop()) || (await startServers(isAlone ? {} : sharedServers()));
  const mongodbUrl = isAlone ? kept.mongodbUrl : withNewPrefix(kept.mongodbUrl);
  const stop = async () => {
    if (!isAlone) await dropDatabases(mongodbUrl);
    if (hasOwnBus) return kept.stop();
    await emptyBus(kept);
    (globalThis.idleStacks ??= []).push(kept);
  };
  return { ...kept, mongodbUrl, stop };
}

async function startServers(env: Env): Promise<ThrowAwayStack> {
  const dataDir = temporaryDirectory();
  const stack = await startStack({ dataDir, env: checkedFirst(env), report: () => {}, throwAway: true });
  const stop = async () => {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...stack, dataDir, stop };
}

/** Deletes what a suite has left on a bus: its streams, and with them their consumers. */
async function emptyBus(stack: BusAddress): Promise<void> {
  const log = createLogger({ service: 'test', level: 'silent' });
  const bus = await connectBus({ config: busConfigOf(stack, 'test'), identity: 'test', log });
  const { streams } = await bus.jetstreamManager();
  for await (const name of streams.names()) await streams.delete(name);
  await bus.close();
}

/** Where a bus is, and the nkeys of those who may connect to it. */
export type BusAddress = Pick<Stack, 'natsUrl' | 'natsKeysDir'>;

/** The settings of a process that connects to a bus of tests; `test` may hear and send everything there. */
export function busConfigOf({ natsUrl, natsKeysDir }: BusAddress, identity: Identity | 'test'): BusConfig {
  if (natsKeysDir === undefined) return loadConfig(busSettings, { ...process.env, NATS_URL: natsUrl });
  return { NATS_URL: natsUrl, NATS_NKEY_FILE: busKeyFile(natsKeysDir, identity) };
}

/** The folder for what servers of tests keep; it goes when the last suite is over. */
export function throwAwayRoot(): string {
  return process.env['THROW_AWAY_ROOT'] ?? tmpdir();
}

/** A folder of its own for what a test writes; it goes when the last suite is over. */
export function temporaryDirectory(): string {
  return mkdtempSync(join(throwAwayRoot(), 'svc-test-'));
}

/** Those that run throughout all suites, under a prefix that nobody else has; none outside of suites. */
export function sharedServers(): Env {
  const { SHARED_MONGODB_URL: url, SHARED_MEILI_URL, SHARED_MEILI_KEY } = process.env;
  if (url === undefined) return {};
  return { MONGODB_URL: withNewPrefix(url), MEILI_URL: SHARED_MEILI_URL, MEILI_KEY: SHARED_MEILI_KEY };
}

function withNewPrefix(url: string): string {
  const address = new URL(url);
  address.pathname = `/t${randomUUID().slice(0, 8)}`;
  return address.href;
}

/** Deletes all that was stored under the prefix of an address. */
export async function dropDatabases(url: string | undefined): Promise<void> {
  if (url === undefined) return;
  const prefix = new URL(url).pathname.slice(1);
  const client = await new mongoose.mongo.MongoClient(url).connect();
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  for (const { name } of databases) if (name.startsWith(prefix)) await client.db(name).dropDatabase();
  await client.close();
}

/** An environment in which the server programs that were checked before the first suite come first. */
export function checkedFirst(env: Env): Env {
  const path = [process.env['SERVER_PROGRAMS'], env['PATH']].filter(Boolean);
  return { ...env, PATH: path.join(delimiter) };
}
