// Runs a file of this project with the project's version of Node, after installing missing dependencies:
//   node tools/bootstrap.mjs [--omit=dev] [node options] FILE [arguments]
// With --omit=dev it skips development dependencies, unless they are there already or the machine has Docker: to run the servers there takes
// testcontainers, which with its dependencies is half of all packages.
// This file runs on Node 20 and later from a fresh clone, so it imports only Node's own modules.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';

const ROOT = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const NEEDED_NODE = 24;
/** Of this file and of the npm that comes with Node; the program itself runs on `NEEDED_NODE`. */
const OLDEST_NODE = 20;
const PROJECT_NODE = join(ROOT, 'node_modules/node/bin/node');
const INSTALL_LOCK = join(ROOT, '.local/install.lock');
/** Node's compile cache, with which a process of a service starts in half the time. */
const COMPILE_CACHE = join(ROOT, '.local/compile-cache');

const ARGUMENTS = process.argv.slice(2);
const IS_FOR_RUNNING = ARGUMENTS[0] === '--omit=dev';
const OMITS_DEV = IS_FOR_RUNNING && !hasDocker();

/** The running child process: npm, later the requested program. */
let child;

// Ctrl-C also reaches the child from the terminal; the child ignores the second signal.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => (child ? child.kill(signal) : process.exit(128 + constants.signals[signal])));
}

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  console.error(
    `This project needs Node ${OLDEST_NODE} or later; this is Node ${process.versions.node}. Install a newer Node.`,
  );
  process.exit(1);
}

try {
  if (!isInstalled()) await installOnce();
  run(await findNode(), IS_FOR_RUNNING ? ARGUMENTS.slice(1) : ARGUMENTS);
} catch (error) {
  console.error(`\n${error.message}\n`);
  process.exitCode = 1;
}

/** Whether there may be a Docker engine at the usual place; whether it answers is checked when the servers start. */
function hasDocker() {
  const host = process.env.DOCKER_HOST || 'unix:///var/run/docker.sock';
  return !host.startsWith('unix://') || existsSync(host.slice('unix://'.length));
}

/**
 * Whether the lockfile in node_modules, which npm writes last of all, agrees with that of the project. Packages for other platforms may be
 * missing.
 */
function isInstalled() {
  const wanted = readJson(join(ROOT, 'package-lock.json'))?.packages ?? {};
  const present = installedPackages();
  if (!present) return false;
  return Object.entries(wanted).every(([path, { version, optional, dev, devOptional }]) => {
    if (path === '') return true;
    const mayBeMissing = optional || (OMITS_DEV && (dev || devOptional));
    return present[path] ? present[path].version === version : mayBeMissing === true;
  });
}

function installedPackages() {
  return readJson(join(ROOT, 'node_modules/.package-lock.json'))?.packages;
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Installs under a lock: a second command started meanwhile waits for the first. */
async function installOnce() {
  mkdirSync(join(ROOT, '.local'), { recursive: true });
  let told = false;
  while (!takeLock()) {
    if (!told) console.log('Waiting for another command that is installing the dependencies …');
    told = true;
    await delay(200);
  }
  process.on('exit', () => rmSync(INSTALL_LOCK, { force: true }));
  if (!isInstalled()) await install();
  rmSync(INSTALL_LOCK, { force: true });
}

function takeLock() {
  try {
    writeFileSync(INSTALL_LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isAbandoned(INSTALL_LOCK)) rmSync(INSTALL_LOCK, { force: true });
    return false;
  }
}

function isAbandoned(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // An empty lock belongs to a process that is about to write its id, unless the lock is older than that takes.
    if (!pid) return Date.now() - statSync(lock).mtimeMs > 5_000;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Installs missing and outdated packages only: a service may be running with the others. */
async function install() {
  const present = installedPackages();
  const hasRest = Object.values(present ?? {}).some(({ dev }) => dev);
  const command = present ? ['install', '--no-save'] : ['ci'];
  const omitted = OMITS_DEV && !hasRest ? ['--omit=dev'] : [];
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  const { code, output } = await npm(
    [...command, ...omitted, ...quiet],
    'Installing the dependencies with npm',
  );
  if (code !== 0) {
    throw new Error(
      `${indent(output)}\nnpm ${command[0]} failed with exit code ${code}; its output is above. Check that the npm registry can be reached ` +
        '(npm ping) and that the disk has 2 GB free, then run the command again.',
    );
  }
}

/**
 * The Node that npm installed, once its checksum is verified: the install script of its package fetches it, which no lockfile covers. On a
 * platform without a checksum, the running Node when it is new enough.
 */
async function findNode() {
  const { sha256: checksums } = readJson(join(ROOT, 'tools/node-checksums.json')) ?? { sha256: {} };
  const expected = checksums[`${process.platform}-${process.arch}`];
  // After an installation without scripts the program is missing.
  const output = expected && !existsSync(PROJECT_NODE) ? await downloadNode() : '';
  if (expected && existsSync(PROJECT_NODE)) {
    await verifyChecksum(PROJECT_NODE, expected);
    return PROJECT_NODE;
  }
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_NODE) return process.execPath;
  const here = `This project needs Node ${NEEDED_NODE}; this is Node ${process.versions.node}`;
  if (!expected)
    throw new Error(
      `${here}, and there is no checksum for the npm package "node" on ${process.platform}-${process.arch}. Install Node ${NEEDED_NODE}.`,
    );
  throw new Error(
    `${indent(output)}\n${here}, and npm could not download Node ${NEEDED_NODE}. Allow the install script of the npm package "node", or ` +
      `install Node ${NEEDED_NODE}.`,
  );
}

async function downloadNode() {
  const { output } = await npm(
    ['rebuild', 'node', '--ignore-scripts=false'],
    `Downloading Node ${NEEDED_NODE}`,
  );
  return output;
}

/** Refuses a program that does not have the expected SHA-256. */
async function verifyChecksum(file, expected) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  const actual = hash.digest('hex');
  if (actual === expected) return;
  throw new Error(
    `${file} has the wrong checksum and was not run.\n  expected sha256 ${expected}\n  actual sha256   ${actual}\n` +
      'Delete the file and run the command again to download it. If the checksum is still wrong, do not run the program: ' +
      'the package in the registry has changed since tools/node-checksums.json was written.',
  );
}

async function npm(args, what) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  console.log(`${what} …`);
  const progress = setInterval(() => console.log(`${what} … ${seconds()} s`), 5_000);
  // npm sets its own path in the environment when it runs this file.
  const cli = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : ['npm'];
  const [command, ...first] = cli;
  try {
    child = spawn(command, [...first, ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const [code, signal] = await new Promise((resolve, reject) => {
      child.on('error', reject).on('close', (...end) => resolve(end));
    });
    if (signal) throw new Error(`${what} was interrupted. Run the command again to continue.`);
    if (code === 0) console.log(`${what}: done in ${seconds()} s`);
    return { code, output };
  } finally {
    clearInterval(progress);
  }
}

/** The first lines of npm's output, which have the reason; its usage follows. */
function indent(output) {
  const lines = output.trimEnd().split('\n');
  const shown = lines.length > 20 ? [...lines.slice(0, 20), `… ${lines.length - 20} more lines`] : lines;
  return shown.map((line) => `  | ${line}`).join('\n');
}

/**
 * Runs the program. Its IPC channel closes when this process is killed, so that the program stops even then.
 */
function run(node, args) {
  const env = { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env };
  child = spawn(node, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  child.on('error', (error) => {
    console.error(`Cannot run ${node}: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}
