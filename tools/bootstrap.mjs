// Runs a file of this project with the Node the project is made for, after installing what is missing:
//   node tools/bootstrap.mjs [--omit=dev] [node options] FILE [arguments]
// With --omit=dev only what running the service needs is installed, unless the rest is there already. Where there is Docker,
// running needs testcontainers, which is half of the packages and comes with the rest.
// Itself it runs on Node 20 and later, from a fresh clone, and so uses nothing but Node's own modules.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const ROOT = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const NEEDED_NODE = 24;
const PROJECT_NODE = join(ROOT, 'node_modules/node/bin/node');
const INSTALL_LOCK = join(ROOT, '.local/install.lock');
/** Node keeps there what it has compiled: a process of a service starts in half the time. */
const COMPILE_CACHE = join(ROOT, '.local/compile-cache');

const ARGUMENTS = process.argv.slice(2);
const IS_FOR_RUNNING = ARGUMENTS[0] === '--omit=dev';
const OMITS_DEV = IS_FOR_RUNNING && !hasDocker();

/** The program that works for this one right now: npm, then the one that was asked for. */
let child;

// Ctrl-C reaches it from the terminal as well; it takes the second one for the same.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => (child ? child.kill(signal) : process.exit(128 + constants.signals[signal])));
}

try {
  if (!isInstalled()) await installOnce();
  run(await findNode(), IS_FOR_RUNNING ? ARGUMENTS.slice(1) : ARGUMENTS);
} catch (error) {
  console.error(`\n${error.message}\n`);
  process.exitCode = 1;
}

/** Whether there may be an engine to run the servers in, as most machines have it; if it answers is asked when they start. */
function hasDocker() {
  const host = process.env.DOCKER_HOST || 'unix:///var/run/docker.sock';
  return !host.startsWith('unix://') || existsSync(host.slice('unix://'.length));
}

/**
 * npm notes in node_modules what it has put there, last of all. That note has to agree with the lockfile; packages for
 * other machines may be missing from it.
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

/** Two commands started at once install once: the second waits for the first. */
async function installOnce() {
  mkdirSync(join(ROOT, '.local'), { recursive: true });
  let told = false;
  while (!takeLock()) {
    if (!told) console.log('Another command is installing the dependencies; waiting for it …');
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
    // An empty lock belongs to a process that has not written its number yet, unless it is older than that takes.
    if (!pid) return Date.now() - statSync(lock).mtimeMs > 5_000;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** What is there stays: a service may be running on it, and only what is missing or of another version is fetched. */
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
      `${indent(output)}\nnpm ${command[0]} failed (exit code ${code}); what it said is above. Check that the npm registry can be ` +
        'reached (npm ping) and that the disk has 2 GB free, then run the command again.',
    );
  }
}

/** The Node that npm installed, else the running one when it is new enough. */
async function findNode() {
  if (existsSync(PROJECT_NODE)) return PROJECT_NODE;
  // Installed without scripts: the package named node fetches its program in one.
  const { output } = await npm(['rebuild', 'node', '--ignore-scripts=false'], `Fetching Node ${NEEDED_NODE}`);
  if (existsSync(PROJECT_NODE)) return PROJECT_NODE;
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_NODE) return process.execPath;
  throw new Error(
    `${indent(output)}\nThis project needs Node ${NEEDED_NODE}; this is Node ${process.versions.node}, and npm could not ` +
      `fetch the right one. Allow the install script of the npm package "node", or install Node ${NEEDED_NODE}.`,
  );
}

async function npm(args, what) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  console.log(`${what} …`);
  const progress = setInterval(() => console.log(`${what} … ${seconds()} s`), 5_000);
  // npm, when it runs this, says where it is itself.
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

/** The first lines: npm puts the reason there, and its manual after it. */
function indent(output) {
  const lines = output.trimEnd().split('\n');
  const shown = lines.length > 20 ? [...lines.slice(0, 20), `… ${lines.length - 20} more lines`] : lines;
  return shown.map((line) => `  | ${line}`).join('\n');
}

/**
 * Hands everything over to the program. The channel closes when this process is killed, which tells the program that
 * nobody is left to stop it.
 */
function run(node, args) {
  const env = { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env };
  child = spawn(node, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  child.on('error', (error) => {
    console.error(`${node} cannot be run: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}
