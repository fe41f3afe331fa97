import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { temporaryDirectory } from '@svc/testing';
import { startGuard } from '../processes/guard.ts';
import { defaultTiming } from '../processes/supervised-process.ts';
import type { ServerKind } from '../servers/server-kind.ts';
import { SERVER_KINDS } from '../servers/server-kinds.ts';
import type { RunningServer, Source, SourceContext } from '../sources/source.ts';

/** Gives the tests of a suite a data directory, and stops the servers that they have opened. */
export async function contextOfSuite() {
  const { PATH, HOME } = process.env;
  const root = temporaryDirectory();
  const guard = await startGuard(1);
  const servers: RunningServer[] = [];
  const context: SourceContext = {
    env: { PATH, HOME },
    dataDir: join(root, 'data'),
    port: undefined,
    throwAway: true,
    guard,
    report: () => {},
    timing: defaultTiming,
  };
  mkdirSync(context.dataDir);
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await guard.close();
  });

  /** Opens a server from a source, and checks that it works. */
  const open = async (source: Source, kind: ServerKind, more: Partial<SourceContext> = {}) => {
    const server = await source.open(kind, { ...context, ...more });
    if (!server) throw new Error(`${source.name} has no ${kind.label}`);
    servers.push(server);
    await kind.check(server);
    return server;
  };
  const openAll = async (source: Source, more: Partial<SourceContext> = {}) => {
    for (const kind of SERVER_KINDS) await open(source, kind, more);
    return servers;
  };
  return { root, context, open, openAll };
}
