import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/testing';
import { lockDataDir } from './lock-data-dir.ts';

const root = temporaryDirectory();
const options = { guardPid: process.pid, report: () => {} };

test('a second instance is refused with the pid of the first and a remedy', async () => {
  const dir = join(root, 'twice');
  const unlock = await lockDataDir(dir, options);
  await expect(lockDataDir(dir, options)).rejects.toThrow(
    new RegExp(`twice is in use by another instance \\(pid ${process.pid}\\)[^]*DATA_DIR`),
  );
  unlock();
  expect(existsSync(join(dir, 'lock'))).toBe(false);
  (await lockDataDir(dir, options))();
});

test.each([
  ['that is gone', pidOfTheDead],
  ['whose number a later process has', () => process.pid],
])('the lock of a process %s is taken over', async (which, pidOf) => {
  const dir = join(root, which);
  (await lockDataDir(dir, options))();
  const dead = { pid: await pidOf(), startedAt: 'another time' };
  writeFileSync(join(dir, 'lock'), JSON.stringify({ owner: dead, guard: dead }));
  (await lockDataDir(dir, options))();
});

test('an instance waits while the guard of a killed one ends its servers', async () => {
  const dir = join(root, 'ending');
  const unlock = await lockDataDir(dir, options);
  const lines: string[] = [];
  const guard = spawn('sleep', ['600']);
  await once(guard, 'spawn');
  const { owner, ...rest } = await heldBy(dir, guard.pid as number);
  const dead = { pid: await pidOfTheDead(), startedAt: owner.startedAt };
  writeFileSync(join(dir, 'lock'), JSON.stringify({ ...rest, owner: dead }));

  const report = (line: string) => {
    lines.push(line);
    guard.kill('SIGKILL');
  };
  (await lockDataDir(dir, { ...options, report }))();
  expect(lines).toEqual([expect.stringContaining('Waiting for the processes of a killed instance')]);
  unlock();
});

async function heldBy(dir: string, guardPid: number) {
  rmSync(join(dir, 'lock'));
  await lockDataDir(dir, { ...options, guardPid });
  return JSON.parse(readFileSync(join(dir, 'lock'), 'utf8')) as {
    owner: { startedAt: string };
    guard: unknown;
  };
}

async function pidOfTheDead(): Promise<number> {
  const child = spawn('true');
  await once(child, 'exit');
  return child.pid as number;
}
