import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import mongoose from 'mongoose';
import { startStack, type Env, type Stack } from '@svc/local-stack';

/** Servers of one test file. */
export interface ThrowAwayStack extends Stack {
  /** Where they keep their data; gone once they are stopped. */
  readonly dataDir: string;
}

export interface StackOptions {
  /** All servers are this suite's, which may stop them, count what they do, or go by the usual names of databases. */
  readonly isAlone?: boolean;
}

/**
 * Real servers, whatever servers the environment names, with data of their own: a bus, and the database and the engine that suites
 * share, under a prefix that no other suite has.
 */
export async function throwAwayStack({ isAlone = false }: StackOptions = {}): Promise<ThrowAwayStack> {
  const dataDir = temporaryDirectory();
  const env = isAlone ? {} : sharedServers();
  const stack = await startStack({ dataDir, env: checkedFirst(env), report: () => {}, throwAway: true });
  const stop = async () => {
    await dropDatabases(env['MONGODB_URL']);
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...stack, dataDir, stop };
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
  const address = new URL(url);
  address.pathname = `/t${randomUUID().slice(0, 8)}`;
  return { MONGODB_URL: address.href, MEILI_URL: SHARED_MEILI_URL, MEILI_KEY: SHARED_MEILI_KEY };
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
