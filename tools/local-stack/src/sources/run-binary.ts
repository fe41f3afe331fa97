import { mkdirSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keysDirOf, ownSettings, secretFile } from '../data-dir/keys.ts';
import { freeMb, neededMb } from '../data-dir/require-room.ts';
import { processFile } from '../processes/running-processes.ts';
import { freePort } from '../free-port.ts';
import { SupervisedProcess } from '../processes/supervised-process.ts';
import type { Report } from '../report.ts';
import { allUp } from '../processes/wait-until-up.ts';
import type { Place, ServerKind } from '../servers/server-kind.ts';
import { requirePort, type RunningServer, type SourceContext, type SourceName } from './source.ts';

const HOST = '127.0.0.1';

export interface Program {
  source: SourceName;
  file: string;
}

/** Starts a server program on this machine, and restarts it when it dies. Resolves once the server is ready. */
export async function runBinary(
  kind: ServerKind,
  program: Program,
  context: SourceContext,
): Promise<RunningServer> {
  await requirePort(kind, context.port);
  let placed = await placeServer(kind, program, context);
  const server = new SupervisedProcess(
    {
      label: kind.label,
      logFile: join(context.dataDir, 'logs', `${kind.name}.log`),
      processFile: processFile(context.dataDir, kind.name),
      command: async (isRetry) => {
        // Another process may have taken the free port before the server did.
        if (isRetry) placed = await placeServer(kind, program, context);
        return placed.command;
      },
      check: async () => {
        await kind.prepare?.(placed.address.url, placed.place);
        await kind.check(placed.address);
      },
      redact: kind.redactLog,
      needsRestart: (line) => kind.stuckOnFullDisk?.test(line) === true && freeMb(context.dataDir) > neededMb,
    },
    context,
  );
  try {
    await allUp({ [kind.label]: server.ready() }, context.report);
  } catch (error) {
    await server.stop();
    throw error;
  }
  const stopWatching = reloadOnChange(kind, () => placed.place, { server, report: context.report });
  return {
    name: kind.name,
    source: program.source,
    ...placed.address,
    get pid() {
      return server.pid;
    },
    async stop(graceMs) {
      stopWatching();
      await server.stop(graceMs);
    },
  };
}

/** Writes the configuration again when the folder changes that it is made from, and lets the server read it. Returns how to end this. */
function reloadOnChange(
  kind: ServerKind,
  place: () => Place,
  { server, report }: { server: SupervisedProcess; report: Report },
): () => void {
  const folder = kind.reloadedWith?.(place());
  if (folder === undefined) return () => {};
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const reload = async () => {
    writeFiles(place().dir, await kind.launch(place()));
    await server.kill('SIGHUP');
  };
  // One after the other, so that the last state of the folder is the last one that is written.
  let reloading = Promise.resolve();
  const watcher = watch(folder, { persistent: false }, () => {
    reloading = reloading.then(reload).catch((error: unknown) => {
      report(`${kind.label} keeps its configuration: ${(error as Error).message}`);
    });
  });
  return () => watcher.close();
}

function writeFiles(dir: string, { files = {} }: Awaited<ReturnType<ServerKind['launch']>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text, { mode: 0o600 });
}

async function placeServer(
  kind: ServerKind,
  program: Program,
  { dataDir, env, port: asked, throwAway }: SourceContext,
) {
  const dir = join(dataDir, kind.name);
  mkdirSync(dir, { recursive: true });
  const key = kind.hasKey(throwAway) ? secretFile(join(dataDir, `${kind.name}.key`)) : '';
  const port = asked ?? (await freePort());
  const place: Place = { host: HOST, port, dir, key, keysDir: keysDirOf(dataDir), throwAway };
  const launch = await kind.launch(place);
  writeFiles(dir, launch);
  const address = { url: kind.url(HOST, port, key), key, settings: ownSettings(place.keysDir) };
  const system = { PATH: env['PATH'] ?? '', HOME: env['HOME'] ?? dir };
  return {
    place,
    address,
    command: { file: program.file, args: launch.args, cwd: dir, env: { ...system, ...launch.env } },
  };
}
