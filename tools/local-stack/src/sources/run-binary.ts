import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keysDirOf, ownSettings } from '../data-dir/keys-dir.ts';
import { secretFile } from '../data-dir/secret-file.ts';
import { freePort } from '../free-port.ts';
import { logTail } from '../processes/log-tail.ts';
import { stopProcess } from '../processes/stop-process.ts';
import { waitUntilUp } from '../processes/wait-until-up.ts';
import type { Launch, Place, ServerKind } from '../servers/server-kind.ts';
import { StackError } from '../stack-error.ts';
import { explainLog } from './explain-log.ts';
import { requirePort } from './require-port.ts';
import type { RunningServer, SourceContext, SourceName } from './source.ts';

const HOST = '127.0.0.1';
const PORT_ATTEMPTS = 3;

export interface Program {
  source: SourceName;
  file: string;
}

/** Starts a server program on this machine and answers once it does its work. */
export async function runBinary(
  kind: ServerKind,
  program: Program,
  context: SourceContext,
): Promise<RunningServer> {
  await requirePort(kind, context.port);
  const dir = join(context.dataDir, kind.name);
  const logFile = join(context.dataDir, 'logs', `${kind.name}.log`);
  mkdirSync(dir, { recursive: true });
  mkdirSync(join(context.dataDir, 'logs'), { recursive: true });
  const grace = context.stopGraceMs ?? 10_000;
  const key = kind.settings.key ? secretFile(join(context.dataDir, `${kind.name}.key`)) : '';

  for (let attempt = 1; ; attempt += 1) {
    const port = context.port ?? (await freePort());
    const keysDir = keysDirOf(context.dataDir);
    const place: Place = { host: HOST, port, dir, key, keysDir, throwAway: context.throwAway };
    const child = await launch(await kind.launch(place), { program, dir, logFile }, context);
    const url = kind.url(HOST, port);
    const problem = await up(kind, { url, place, child }, context);
    if (!problem) {
      const stop = (graceMs = grace) => stopProcess(child, graceMs);
      const address = { url, key, settings: ownSettings(keysDir) };
      return { name: kind.name, source: program.source, ...address, pid: child.pid as number, logFile, stop };
    }
    await stopProcess(child, grace);
    const log = logTail(logFile);
    // Between finding a port and the server taking it, somebody else may have.
    if (/address already in use/i.test(log) && context.port === undefined && attempt < PORT_ATTEMPTS)
      continue;
    throw new StackError(
      `${kind.label} did not come up: ${problem}.\n  program: ${program.file}\n  log: ${logFile}\n${log}\n` +
        explainLog(log, child.signalCode),
    );
  }
}

interface Files {
  program: Program;
  dir: string;
  logFile: string;
}

async function launch(
  launch: Launch,
  { program, dir, logFile }: Files,
  context: SourceContext,
): Promise<ChildProcess> {
  for (const [name, text] of Object.entries(launch.files ?? {})) writeFileSync(join(dir, name), text);
  const output = openSync(logFile, 'w');
  try {
    const env = { PATH: context.env['PATH'] ?? '', HOME: context.env['HOME'] ?? dir, ...launch.env };
    return await context.guard.spawn(program.file, launch.args, { cwd: dir, env, output });
  } finally {
    closeSync(output);
  }
}

interface Started {
  url: string;
  place: Place;
  child: ChildProcess;
}

function up(kind: ServerKind, { url, place, child }: Started, { report, timeoutMs }: SourceContext) {
  const check = async () => {
    await kind.prepare?.(url, place, place.throwAway);
    await kind.check({ url, key: place.key, settings: ownSettings(place.keysDir) });
  };
  return waitUntilUp({ label: kind.label, check, child, timeoutMs, report });
}
