import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { until } from '@svc/testing';
import { isRunning, startGuard } from './guard.ts';

const FAKES = join(import.meta.dirname, '../../fakes');
const env = { PATH: process.env['PATH'] ?? '' };
const sleep = { file: 'sleep', args: ['600'], env };
const hangs = { file: join(FAKES, 'hangs.sh'), args: [], env };

test('the output, arguments and exit of a program pass through the guard', async () => {
  const guard = await startGuard();
  const child = await guard.spawn({
    file: '/bin/sh',
    args: ['-c', 'echo "$1" "$A"; exit 4', 'sh', 'a b'],
    env: { ...env, A: '$x' },
  });
  let printed = '';
  child.stdout?.on('data', (chunk) => (printed += String(chunk)));
  await once(child, 'close');
  expect(printed).toBe('a b $x\n');
  expect(child.exitCode).toBe(4);
  await guard.close();
  expect(isRunning(guard.pid)).toBe(false);
});

test('a program that is killed before its start ends no other program', async () => {
  const guard = await startGuard();
  for (let kills = 0; kills < 10; kills += 1) {
    const child = await guard.spawn(sleep);
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  await guard.close();
});

test('closing the guard ends all programs, also those that ignore SIGTERM', async () => {
  const guard = await startGuard(1);
  const sleeper = await guard.spawn(sleep);
  const stubborn = await guard.spawn(hangs);
  await once(stubborn.stdout as NodeJS.ReadableStream, 'data');
  const ended = Promise.all([once(sleeper, 'exit'), once(stubborn, 'exit')]);
  await guard.close();
  await ended;
  expect([sleeper.signalCode, stubborn.signalCode]).toEqual(['SIGTERM', 'SIGKILL']);
});

test('kill -9 of the owner leaves neither its programs nor their children nor the guard', async () => {
  const held = ['sleep 600', 'trap "" TERM; sleep 600 & wait; wait'];
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const owner = spawn(process.execPath, [join(FAKES, 'hold.ts'), ...held], { stdio: [...stdio] });
  const [line] = (await once(owner.stdout, 'data')) as [Buffer];
  const { guard, children } = JSON.parse(line.toString()) as { guard: number; children: number[] };
  expect([guard, ...children].every(isRunning)).toBe(true);
  owner.kill('SIGKILL');
  await until(() => expect([guard, ...children].filter(isRunning)).toEqual([]));
});

test('no program is started without the guard', async () => {
  const guard = await startGuard();
  process.kill(guard.pid, 'SIGKILL');
  await until(() => expect(isRunning(guard.pid)).toBe(false));
  await expect(guard.spawn(sleep)).rejects.toThrow(/guard process .* has ended/);
});
