import { mkdtemp, rm } from 'node:fs/promises';
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
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-shared-'));
  const stack = await startStack({ dataDir, env: checkedFirst({}), report: () => {}, throwAway: true });
  Object.assign(process.env, {
    SHARED_MONGODB_URL: stack.mongodbUrl,
    SHARED_MEILI_URL: stack.meiliUrl,
    SHARED_MEILI_KEY: stack.meiliKey,
  });
  globalThis.endSharedServers = async () => {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
