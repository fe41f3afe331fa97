import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ChildProcess } from 'node:child_process';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { temporaryDirectory, until } from '@svc/testing';
import { startGuard } from './guard.ts';
import { compactLogLine, processLog } from './process-log.ts';
import { SupervisedProcess, type ProcessSpec, type Supervision } from './supervised-process.ts';

const guard = await startGuard();
let dir: string;
let lines: string[];
let server: SupervisedProcess;

beforeEach(() => {
  dir = temporaryDirectory();
  lines = [];
});

afterEach(() => server?.stop(100));

afterAll(() => guard.close());

const report = (line: string) => lines.push(line);

/** Supervises a script of the shell, which is ready at once unless `spec` checks something else. */
function supervise(script: string, spec: Partial<ProcessSpec> = {}, more: Partial<Supervision> = {}) {
  server = new SupervisedProcess(
    {
      label: 'NATS',
      logFile: join(dir, 'nats.log'),
      command: () => ({ file: '/bin/sh', args: ['-c', script] }),
      check: async () => {},
      ...spec,
    },
    { guard, report, ...more, timing: { firstPause: 20, maxPauseMs: 100, ...more.timing } },
  );
  return server;
}

test('a process is restarted when its log requires a restart', async () => {
  const stuckWhenTold = `trap 'echo stuck' USR1; echo up; while :; do sleep 0.1; done`;
  supervise(stuckWhenTold, {
    check: async () => expect(server.log()).toContain('up'),
    needsRestart: (line) => line === 'stuck',
  });
  await server.ready();
  await server.kill('SIGUSR1');
  await until(() => expect(lines).toHaveLength(2));
  expect(lines).toEqual([
    expect.stringMatching(/^NATS \(pid \d+\) ended with SIGTERM; restarting in 0.02 s\n[^]*\| stuck$/),
    expect.stringMatching(/^NATS is ready again \(pid \d+, [\d.]+ s\)$/),
  ]);
});

test.each([
  ['double up to the longest', {}, ['0.02', '0.04', '0.08', '0.1']],
  ['start over after a process that ran long enough', { wellAfter: 0 }, ['0.02', '0.02', '0.02']],
])('pauses between restarts %s', async (_how, timing, expected) => {
  supervise('exec sleep 600', {}, { timing });
  await server.ready();
  for (const _pause of expected) {
    await server.kill('SIGKILL');
    await server.ready();
  }
  expect(lines.flatMap((line) => /restarting in ([\d.]+) s/.exec(line)?.[1] ?? [])).toEqual(expected);
});

test('a killed process is not restarted when restarts are off', async () => {
  supervise('exec sleep 600', {}, { restart: false });
  await server.ready();
  await server.kill('SIGKILL');
  await expect(server.ready()).rejects.toThrow(/it \(pid \d+\) ended with SIGKILL/);
  expect(server.pid).toBeUndefined();
});

test('a process that cannot start is reported after three attempts with the end of its log and a remedy', async () => {
  supervise('echo MONGODB_URL is missing; exit 3', { check: () => Promise.reject(new Error('no answer')) });
  await expect(server.ready()).rejects.toThrow(
    /NATS did not start: it \(pid \d+\) ended with exit code 3[^]*nats\.log[^]*MONGODB_URL is missing[^]*start again/,
  );
  expect(lines.filter((line) => line.includes('restarting in'))).toHaveLength(2);
});

const readyWithin = 300;

test('a process that is not ready in time is reported, and the timeout restarts with each progress', async () => {
  const stuck = { check: () => Promise.reject(new Error('it thinks')) };
  const stubborn = `trap '' TERM; echo still thinking; while :; do sleep 0.1; done`;
  supervise(stubborn, stuck, { timing: { readyWithin, stopGrace: 100 } });
  await expect(server.ready()).rejects.toThrow(
    /NATS did not start: it is not ready after \d+ s \(it thinks\)[^]*\| still thinking/,
  );
  await server.stop();
  expect(server.pid).toBeUndefined();
  let asked = 0;
  const check = async () => {
    asked += 1;
    if (asked < 12) throw new Error(`${asked} of 12`);
  };
  await supervise('exec sleep 600', { check }, { timing: { readyWithin } }).ready();
});

test('a full disk only loses lines of the log, and is reported once', async () => {
  const logFile = join(dir, 'full.log');
  symlinkSync('/dev/full', logFile);
  supervise('echo up; echo and running; exec sleep 600', { logFile });
  await until(() => expect(server.log()).toContain('and running'));
  expect(lines).toEqual([`NATS: ${logFile} cannot be written: ENOSPC: no space left on device, write`]);
  await server.ready();
});

test.each([
  ['{"level":40,"msg":"slow"}', 'warning: slow'],
  ['{"level":50,"msg":"failed","err":{"message":"no disk"}}', 'error: failed: no disk'],
  [
    '{"level":40,"err":{"message":"It is not signed.: no key"},"msg":"refused"}',
    'warning: refused: It is not signed: no key',
  ],
  ['{"level":60,"err":{"message":"gone"},"msg":"gone"}', 'error: gone'],
  ['{"level":30,"msg":"fine"}', undefined],
  ['{"level":40', undefined],
  ['Error: not a log line', undefined],
])('%s is shown as %s', (line, shown) => {
  expect(compactLogLine(line)).toBe(shown);
});

test('a large log is rotated, and a few older logs are kept', async () => {
  const stdout = new PassThrough();
  const log = processLog({ file: join(dir, 'records.log'), label: 'records', report, maxBytes: 20 });
  const isTaken = Promise.withResolvers<void>();
  log.follow({ stdout } as unknown as ChildProcess, (line) => line === 'line 19' && isTaken.resolve());
  for (let line = 0; line < 20; line += 1) stdout.write(`line ${line}\n`);
  stdout.end();
  await Promise.all([finished(stdout), isTaken.promise]);
  log.close();
  const names = ['records.log', 'records.log.1', 'records.log.2', 'records.log.3', 'records.log.4'];
  expect(readdirSync(dir).sort()).toEqual(names);
  expect(readFileSync(join(dir, 'records.log'), 'utf8')).toBe('line 18\nline 19\n');
  expect(readFileSync(join(dir, 'records.log.1'), 'utf8')).toBe('line 15\nline 16\nline 17\n');
});
