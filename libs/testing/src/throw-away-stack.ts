import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { NatsConnection } from 'nats';
import type { Identity } from '@svc/contracts';
import { startStack, type Env, type Stack } from '@svc/local-stack';
import {
  type BusConfig,
  busKeyFile,
  busSettings,
  connectBus,
  loadConfig,
  type Logger,
} from '@svc/service-kit';
import { ProcessBus } from './process-bus/process-bus.ts';
import { returnDatabases, takeDatabases, withNewPrefix } from './reused-databases.ts';

/** Servers of one test file. */
export interface ThrowAwayStack extends Pick<
  Stack,
  'mongodbUrl' | 'meiliUrl' | 'meiliKey' | 'natsUrl' | 'natsKeysDir' | 'servers' | 'stop'
> {
  /** Where they keep their data; gone once they are stopped. */
  readonly dataDir: string;
  /** The bus of a suite without a NATS server. */
  readonly processBus?: ProcessBus;
}

export interface StackOptions {
  /** All servers are this suite's, which may stop them, count what they do, or go by the usual names of databases. */
  readonly isAlone?: boolean;
  /** The bus is a NATS server of this suite, which may stop it; otherwise it is in this process. */
  readonly hasOwnBus?: boolean;
}

/**
 * Servers for one suite, whatever servers the environment names: the database and the engine that suites share, under a prefix that no other suite
 * has, and a bus of its own.
 */
export async function throwAwayStack({
  isAlone = false,
  hasOwnBus = isAlone || process.env['TEST_BUS'] === 'nats',
}: StackOptions = {}): Promise<ThrowAwayStack> {
  const shared = isAlone ? {} : sharedServers(takeDatabases);
  const { MONGODB_URL: mongodbUrl, MEILI_URL: meiliUrl = '', MEILI_KEY: meiliKey = '' } = shared;
  if (hasOwnBus || mongodbUrl === undefined) {
    const started = await startServers(shared);
    const stop = async () => {
      if (mongodbUrl !== undefined) await returnDatabases(mongodbUrl);
      await started.stop();
    };
    return { ...started, stop };
  }
  const dataDir = temporaryDirectory();
  const processBus = new ProcessBus();
  const stop = async () => {
    processBus.close();
    await returnDatabases(mongodbUrl);
    await rm(dataDir, { recursive: true, force: true });
  };
  return {
    dataDir,
    mongodbUrl,
    meiliUrl,
    meiliKey,
    natsUrl: '',
    natsKeysDir: undefined,
    servers: [],
    processBus,
    stop,
  };
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

/** Where a bus is, and the nkeys of those who may connect to it. */
export interface BusAddress extends Pick<Stack, 'natsUrl' | 'natsKeysDir'> {
  readonly processBus?: ProcessBus;
}

/** Connects a process of a test to its bus; `test` may hear and send everything there. */
export async function connectTo(
  address: BusAddress,
  { as, identity, log }: { as: Identity | 'test'; identity: string; log: Logger },
): Promise<NatsConnection> {
  if (address.processBus) return address.processBus.connect(as);
  return connectBus({ config: busConfigOf(address, as), identity, log });
}

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
export function sharedServers(take = withNewPrefix): Env {
  const { SHARED_MONGODB_URL: url, SHARED_MEILI_URL, SHARED_MEILI_KEY } = process.env;
  if (url === undefined) return {};
  return { MONGODB_URL: take(url), MEILI_URL: SHARED_MEILI_URL, MEILI_KEY: SHARED_MEILI_KEY };
}

/** An environment in which the server programs that were checked before the first suite come first. */
export function checkedFirst(env: Env): Env {
  const path = [process.env['SERVER_PROGRAMS'], env['PATH']].filter(Boolean);
  return { ...env, PATH: path.join(delimiter) };
}
