import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { providePrograms, startStack } from '@svc/local-stack';
import { checkedFirst } from '@svc/service-kit/testing';

declare global {
  var endSharedServers: (() => Promise<void>) | undefined;
}

/**
 * Before the first suite: server programs from npm are fetched and checked once, and a database and an engine are started
 * that suites share, each with a prefix of its own (see `throwAwayStack`).
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

/** A file system in memory: for each suite the database makes some 300 writes durable that nobody will ever read. */
const memory = '/dev/shm';
/** Bytes: several times what the servers of all suites keep. */
const plenty = 8 * 2 ** 30;
const name = 'svc-tests';

/** A folder for all that servers keep; those of runs that were killed are removed. */
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

/** At full length suites write more than should be in memory. */
function hasPlenty(): boolean {
  if (process.env['TEST_SUITE'] === 'full' || !existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return Math.min(bavail * bsize, process.availableMemory()) > plenty;
}
