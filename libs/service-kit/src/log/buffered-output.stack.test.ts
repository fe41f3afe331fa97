import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs, { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/testing';
import { bufferedOutput } from './buffered-output.ts';
import { createLogger } from './create-logger.ts';

let path: string;
let file: number;
let lines: ReturnType<typeof bufferedOutput>;

beforeEach(() => {
  jest.useFakeTimers();
  path = join(temporaryDirectory(), 'log');
  file = openSync(path, 'w');
  lines = bufferedOutput(file);
});

afterEach(() => {
  closeSync(file);
  jest.useRealTimers();
});

const written = () => readFileSync(path, 'utf8');

test('lines are buffered, and written after a short delay', () => {
  lines.write('one\n');
  lines.write('二\n');
  expect(written()).toBe('');
  jest.advanceTimersByTime(250);
  expect(written()).toBe('one\n二\n');
  lines.write('three\n');
  jest.advanceTimersByTime(250);
  expect(written()).toBe('one\n二\nthree\n');
});

test('a full buffer is written immediately, and no line is written twice', () => {
  const line = `${'x'.repeat(999)}\n`;
  for (let count = 0; count < 5; count += 1) lines.write(line);
  expect(written()).toBe(line.repeat(5));
  jest.advanceTimersByTime(1_000);
  expect(written()).toBe(line.repeat(5));
});

test('a fatal line is written immediately, after the earlier lines', () => {
  const log = createLogger({ service: 'test', level: 'info', destination: lines });
  log.info('one');
  log.fatal('two');
  expect(written()).toMatch(/"msg":"one".*\n.*"msg":"two".*\n$/);
});

const module = JSON.stringify(new URL('./buffered-output.ts', import.meta.url));
const program = (rest: string) => [
  '--disable-warning=ExperimentalWarning',
  '--input-type=module',
  '--eval',
  `import { bufferedOutput } from ${module}; const lines = bufferedOutput(); ${rest}`,
];

test('a large log is written to a pipe completely and in order', () => {
  const loop = "for (let n = 0; n < 20_000; n += 1) lines.write(n + ' ' + 'x'.repeat(50) + '\\n');";
  const output = execFileSync(process.execPath, program(loop), { maxBuffer: 1e8, encoding: 'utf8' });
  const numbers = output
    .trimEnd()
    .split('\n')
    .map((line) => Number.parseInt(line, 10));
  expect(numbers).toEqual(Array.from({ length: 20_000 }, (_, n) => n));
});

test('a process continues after its log pipe is closed', async () => {
  const rest = `process.stdin.once('data', () => {
    for (let n = 0; n < 1_000; n += 1) lines.write('x'.repeat(5_000));
    process.exit(7);
  });`;
  const child = spawn(process.execPath, program(rest), { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdout.destroy();
  await once(child.stdout, 'close');
  child.stdin.write('go');
  expect(await once(child, 'exit')).toEqual([7, null]);
});

test('a process continues on a full disk, including its final flush', () => {
  const full = openSync('/dev/full', 'w');
  const rest =
    "for (const n of [1, 2, 3]) lines.write('x'.repeat(5_000 * n)); lines.flushSync(); process.exitCode = 7;";
  const { status } = spawnSync(process.execPath, program(rest), {
    stdio: ['ignore', full, 'inherit'],
    timeout: 20_000,
  });
  closeSync(full);
  expect(status).toBe(7);
});

test('lines are kept until a full disk has space again', () => {
  const room = jest.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  });
  lines.write('one\n');
  jest.advanceTimersByTime(250);
  lines.write('two\n');
  jest.advanceTimersByTime(250);
  expect(written()).toBe('');
  room.mockRestore();
  jest.advanceTimersByTime(500);
  expect(written()).toBe('one\ntwo\n');
});
