import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { temporaryDirectory, until } from '@svc/testing';
import { openToOthers } from './data-dir/private-directory.ts';
import { isRunning } from './processes/guard.ts';

const MAIN = join(import.meta.dirname, 'stack.ts');
const BOOTSTRAP = join(import.meta.dirname, '../../bootstrap.mjs');

let dataDir: string;
let output: string;
let command: ChildProcess;

beforeEach(() => {
  dataDir = temporaryDirectory();
});

afterEach(async () => {
  command.kill('SIGTERM');
  await until(() => expect(command.exitCode ?? command.signalCode).not.toBeNull());
});

function run(args: string[], env: NodeJS.ProcessEnv = {}, stdout: 'pipe' | number = 'pipe'): ChildProcess {
  const { MONGODB_URL: _, NATS_URL: __, MEILI_URL: ___, ...inherited } = process.env;
  const stdio: StdioOptions = ['ignore', stdout, 'pipe'];
  command = spawn(process.execPath, args, { stdio, env: { ...inherited, DATA_DIR: dataDir, ...env } });
  output = '';
  for (const stream of [command.stdout, command.stderr])
    stream?.on('data', (chunk) => (output += String(chunk)));
  return command;
}

async function up(args: string[]): Promise<number[]> {
  run(args);
  await until(() => expect(output).toContain('Ctrl-C stops'));
  return [...output.matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid));
}

/** What an earlier version has left for everybody to read. */
function leaveOpen(file: string): void {
  const path = join(dataDir, file);
  mkdirSync(dirname(path));
  writeFileSync(path, 'x');
  for (const [each, mode] of [
    [dataDir, 0o755],
    [dirname(path), 0o755],
    [path, 0o644],
  ] as const)
    chmodSync(each, mode);
  expect(openToOthers(dataDir)).toHaveLength(3);
}

test('no server outlives kill -9 or Ctrl-C, and a start prints and stores the addresses of the servers', async () => {
  leaveOpen('logs/old.log');
  const killed = await up([MAIN]);
  command.kill('SIGKILL');
  const pids = await up([MAIN]);
  expect(killed.filter(isRunning)).toEqual([]);
  expect(pids.filter(isRunning)).toHaveLength(3);
  expect(openToOthers(dataDir)).toEqual([]);
  const file = join(dataDir, 'stack.json');
  const addresses = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | number>;
  expect(addresses['pid']).toBe(command.pid);
  for (const name of ['mongodbUrl', 'natsUrl', 'meiliUrl', 'meiliKey'])
    expect(output).toContain(`='${addresses[name]}'`);

  // The terminal's Ctrl-C, and npm's copy of it.
  command.kill('SIGINT');
  command.kill('SIGINT');
  const [code] = await once(command, 'exit');
  expect(code).toBe(0);
  expect(pids.filter(isRunning)).toEqual([]);
  expect(existsSync(file)).toBe(false);
  expect(existsSync(join(dataDir, 'lock'))).toBe(false);
});

test('when the command that npm runs is killed, the servers are stopped too', async () => {
  const pids = await up([BOOTSTRAP, MAIN]);
  command.kill('SIGKILL');
  await until(() => expect(pids.filter(isRunning)).toEqual([]));
  await until(() => expect(existsSync(join(dataDir, 'lock'))).toBe(false));
});

test('an invalid setting is reported, and no process is left running', async () => {
  const [code] = await once(run([MAIN], { NATS_PORT: 'many', MEILI_PORT: '70000' }), 'close');
  expect(output).toMatch(/NATS_PORT is "many"[^]*MEILI_PORT is "70000"/);
  expect(code).toBe(1);
  expect(output).not.toContain('    at ');
  expect(existsSync(join(dataDir, 'lock'))).toBe(false);
});

test('a full disk under the output file stops no server', async () => {
  const full = openSync('/dev/full', 'w');
  run([MAIN], {}, full);
  closeSync(full);
  await until(() => expect(existsSync(join(dataDir, 'stack.json'))).toBe(true));
  command.kill('SIGTERM');
  const [code] = await once(command, 'close');
  expect([code, output]).toEqual([0, '']);
});
