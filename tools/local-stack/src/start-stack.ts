import type { Env } from './config.ts';
import { keysDirOf, ownSettings } from './data-dir/keys.ts';
import { lockDataDir } from './data-dir/lock-data-dir.ts';
import { makePrivate } from './data-dir/private-directory.ts';
import { startGuard, type Guard } from './processes/guard.ts';
import { defaultTiming } from './processes/supervised-process.ts';
import type { Report } from './report.ts';
import type { ServerKind, ServerName } from './servers/server-kind.ts';
import { SERVER_KINDS } from './servers/server-kinds.ts';
import { dockerSource } from './sources/docker.ts';
import { environmentSource } from './sources/environment.ts';
import { npmSource } from './sources/npm.ts';
import { pathSource } from './sources/path.ts';
import type { RunningServer, Source, SourceContext } from './sources/source.ts';
import { StackError } from './stack-error.ts';

export interface StackOptions {
  /** The folder for data, logs and keys of the servers. */
  dataDir: string;
  /** Configured ports. Default: free ports. */
  ports?: Partial<Record<ServerName, number>>;
  env: Env;
  report: Report;
  /** The data is deleted after stop(). Writes are acknowledged before they are on the disk, which is twice as fast. */
  throwAway?: boolean;
  /** The guard that ends the servers when this process dies. Default: a new one. */
  guard?: Guard;
  sources?: readonly Source[];
}

export type Stack = Awaited<ReturnType<typeof startStack>>;

/** The sources of servers, in the order in which they are tried. */
const defaultSources = (): Source[] => [environmentSource, dockerSource, pathSource, npmSource(SERVER_KINDS)];

/** Starts or finds MongoDB (a replica set), NATS with JetStream, and Meilisearch. @throws StackError with a remedy. */
export async function startStack(options: StackOptions) {
  makePrivate(options.dataDir);
  const guard = options.guard ?? (await startGuard());
  const sources = options.sources ?? defaultSources();
  const outcomes = await Promise.allSettled(
    SERVER_KINDS.map((kind) => open(kind, sources, contextFor(kind, options, guard))),
  );
  const servers = outcomes
    .filter((outcome) => outcome.status === 'fulfilled')
    .map((outcome) => outcome.value);
  /** Stops the servers that were started here. */
  const stop = async () => {
    // Throw-away servers are killed at once, since nobody reads what they would still write.
    const graceMs = options.throwAway ? 0 : undefined;
    await Promise.all(servers.map((server) => server.stop(graceMs)));
    if (!options.guard) await guard.close();
  };
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) {
    await stop();
    throw failure.reason;
  }
  const [database, bus, engine] = servers as [RunningServer, RunningServer, RunningServer];
  return {
    mongodbUrl: database.url,
    natsUrl: bus.url,
    /** The folder with the nkey of each process, `<identity>.nk`; undefined when all connect with the same settings. */
    natsKeysDir:
      bus.source === 'environment' ? options.env['NATS_NKEY_DIR'] || undefined : keysDirOf(options.dataDir),
    meiliUrl: engine.url,
    meiliKey: engine.key,
    servers,
    stop,
  };
}

/** Like `startStack`, for a data directory that stays: it is locked until the servers are stopped. */
export async function startLockedStack(options: StackOptions & { guard: Guard }): Promise<Stack> {
  const { dataDir, guard, report } = options;
  const unlock = await lockDataDir(dataDir, { guardPid: guard.pid, report });
  try {
    const stack = await startStack(options);
    return { ...stack, stop: () => stack.stop().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The settings with which tools connect to the NATS of a stack. */
export function adminBus({ natsUrl, natsKeysDir }: Pick<Stack, 'natsUrl' | 'natsKeysDir'>, env: Env) {
  return { ...env, ...(natsKeysDir !== undefined && ownSettings(natsKeysDir)), NATS_URL: natsUrl };
}

async function open(
  kind: ServerKind,
  sources: readonly Source[],
  context: SourceContext,
): Promise<RunningServer> {
  for (const source of sources) {
    const server = await source.open(kind, context);
    if (!server) continue;
    context.report(`${kind.label} is ready (${described(server)})`);
    return server;
  }
  throw new StackError(
    `There is no ${kind.label} for this machine (${process.platform}-${process.arch}). Set ${kind.settings.url} to the address of ` +
      `a server, start a Docker engine, or install ${kind.binary} on PATH.`,
  );
}

const described = ({ source, url, pid }: RunningServer): string =>
  source === 'environment'
    ? 'address from the environment'
    : `${source}, ${new URL(url).host}${pid ? `, pid ${pid}` : ''}`;

function contextFor(kind: ServerKind, options: StackOptions, guard: Guard): SourceContext {
  const { env, dataDir, report, throwAway = false, ports } = options;
  return { env, dataDir, report, throwAway, timing: defaultTiming, guard, port: ports?.[kind.name] };
}
