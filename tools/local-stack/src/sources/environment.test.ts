import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { defaultTiming } from '../processes/supervised-process.ts';
import { mongodb } from '../servers/mongodb.ts';
import { nats } from '../servers/nats.ts';
import { SERVER_KINDS } from '../servers/server-kinds.ts';
import { contextOfSuite } from '../testing/test-context.ts';
import { environmentSource } from './environment.ts';
import { npmSource } from './npm.ts';
import type { RunningServer } from './source.ts';

const world = contextOfSuite();
let servers: RunningServer[];

beforeAll(async () => {
  servers = [...(await world.openAll(npmSource(SERVER_KINDS)))];
});

test('servers named by their addresses are used, and left running', async () => {
  const [database, bus, engine] = servers as [RunningServer, RunningServer, RunningServer];
  const keysDir = { NATS_NKEY_DIR: join(world.context.dataDir, 'keys') };
  const env = {
    MONGODB_URL: database.url,
    NATS_URL: bus.url,
    MEILI_URL: engine.url,
    MEILI_KEY: engine.key,
    ...keysDir,
  };
  for (const [at, kind] of SERVER_KINDS.entries()) {
    const used = await environmentSource.open(kind, { ...world.context, env });
    expect(used).toMatchObject({ source: 'environment', url: servers[at]?.url, key: servers[at]?.key });
    await used?.stop();
    await kind.check(servers[at] as RunningServer);
  }
});

test('a wrong key is named', async () => {
  const [, , meilisearch] = SERVER_KINDS;
  const env = { MEILI_URL: servers[2]?.url, MEILI_KEY: 'wrong' };
  const context = { ...world.context, env, timing: { ...defaultTiming, readyWithin: 100 } };
  await expect(environmentSource.open(meilisearch as never, context)).rejects.toThrow(
    /MEILI_URL.*refuses the key/,
  );
});

test('an address where nothing answers is named, without its password, and what to do', async () => {
  const env = { NATS_URL: 'nats://me:secret@127.0.0.1:9', MONGODB_URL: undefined };
  const opening = environmentSource.open(nats, {
    ...world.context,
    env,
    timing: { ...defaultTiming, readyWithin: 100 },
  });
  await expect(opening).rejects.toThrow(
    /NATS_URL is set to nats:\/\/me:…@127\.0\.0\.1:9, but no usable NATS is there: .*Start it, correct the address, or unset NATS_URL/,
  );
  await expect(environmentSource.open(mongodb, { ...world.context, env })).resolves.toBeUndefined();
});
