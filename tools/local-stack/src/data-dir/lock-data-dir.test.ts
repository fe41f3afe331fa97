import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { lockDataDir } from './lock-data-dir.ts';

const root = mkdtempSync(join(tmpdir(), 'svc-lock-'));
const options = { guardPid: process.pid, report: () => {} };

afterAll(() => rmSync(root, { recursive: true }));

test('a second instance is refused with the number of the first and what to do', async () => {
  const dir = join(root, 'twice');
  const unlock = await lockDataDir(dir, options);
  await expect(lockDataDir(dir, options)).rejects.toThrow(
    new RegExp(`twice is in use by another instance \\(pid ${process.pid}\\)[^]*DATA_DIR`),
  );
  unlock();
  expect(existsSync(join(dir, 'lock'))).toBe(false);
  (await lockDataDir(dir, options))();
});

test('the lock of a process that is gone is taken over', async () => {
  const dir = join(root, 'stale');
  (await lockDataDir(dir, options))();
  const gone = { pid: await pidOfTheDead(), startedAt: '1' };
  writeFileSync(join(dir, 'lock'), JSON.stringify({ owner: gone, guard: gone }));
  (await lockDataDir(dir, options))();
});

test('a later process with the number of the dead owner does not keep the lock', async () => {
  const dir = join(root, 'reused');
  (await lockDataDir(dir, options))();
  const reused = { pid: process.pid, startedAt: 'another time' };
  writeFileSync(join(dir, 'lock'), JSON.stringify({ owner: reused, guard: reused }));
  (await lockDataDir(dir, options))();
});

test('while the guard of a killed instance still ends its servers, the next one waits', async () => {
  const dir = join(root, 'ending');
  const unlock = await lockDataDir(dir, options);
  const lines: string[] = [];
  const guard = spawn('sleep', ['600']);
  await once(guard, 'spawn');
  const { owner, ...rest } = await heldBy(dir, guard.pid as number);
  const dead = { pid: await pidOfTheDead(), startedAt: owner.startedAt };
  writeFileSync(join(dir, 'lock'), JSON.stringify({ ...rest, owner: dead }));

  const waiting = lockDataDir(dir, {
    ...options,
    report: (line) => {
      lines.push(line);
      guard.kill('SIGKILL');
    },
  });
  (await waiting)();
  expect(lines).toEqual([expect.stringContaining('Waiting for what a killed instance left running')]);
  unlock();
});

async function heldBy(dir: string, guardPid: number) {
  const { readFileSync } = await import('node:fs');
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
