import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import type { Env } from '../config.ts';
import { startGuard } from '../processes/guard.ts';
import { defaultTiming } from '../processes/supervised-process.ts';
import { SERVER_KINDS } from '../servers/server-kinds.ts';
import { npmPrograms } from '../sources/npm.ts';
import type { RunningServer, Source, SourceContext } from '../sources/source.ts';

/** Gives the tests of a suite a data directory, and stops what they have started. */
export function contextOfSuite(): TestContext {
  const world = {} as TestContext;
  beforeAll(async () => {
    Object.assign(world, await testContext(process.env));
  });
  afterAll(() => world.close());
  return world;
}

type TestContext = Awaited<ReturnType<typeof testContext>>;

async function testContext({ PATH, HOME }: Env) {
  const root = mkdtempSync(join(tmpdir(), 'svc-sources-'));
  const guard = await startGuard(1);
  const servers: RunningServer[] = [];
  const lines: string[] = [];
  const context: SourceContext = {
    env: { PATH, HOME },
    dataDir: join(root, 'data'),
    port: undefined,
    throwAway: true,
    guard,
    report: (line) => lines.push(line),
    timing: defaultTiming,
  };
  mkdirSync(context.dataDir);

  return {
    root,
    context,
    lines,
    programs: npmPrograms(SERVER_KINDS),
    /** Opens every server from one source, and checks that each of them works. */
    openAll: async (source: Source, more: Partial<SourceContext> = {}) => {
      for (const kind of SERVER_KINDS) {
        const server = await source.open(kind, { ...context, ...more });
        if (!server) throw new Error(`${source.name} has no ${kind.label}`);
        servers.push(server);
        await kind.check(server);
      }
      return servers;
    },
    close: async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await guard.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
