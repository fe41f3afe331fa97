import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '../eventually.ts';
import { startGuard } from './guard.ts';
import { SupervisedProcess } from './supervised-process.ts';

const dir = mkdtempSync(join(tmpdir(), 'svc-supervised-'));
const guard = await startGuard();
const lines: string[] = [];

afterEach(async () => {
  await guard.close();
  rmSync(dir, { recursive: true });
});

test('a process whose log says that it needs a restart gets one', async () => {
  const stuckWhenTold = `trap 'echo stuck' USR1; echo up; while :; do sleep 0.1; done`;
  const server: SupervisedProcess = new SupervisedProcess(
    {
      label: 'NATS',
      logFile: join(dir, 'nats.log'),
      command: () => ({ file: '/bin/sh', args: ['-c', stuckWhenTold] }),
      check: async () => expect(server.log()).toContain('up'),
      needsRestart: (line) => line === 'stuck',
    },
    { guard, report: (line) => lines.push(line) },
  );
  await server.ready();
  await server.kill('SIGUSR1');
  await eventually('it is back', () => lines.length === 2);
  expect(lines).toEqual([
    expect.stringMatching(/^NATS \(pid \d+\) ended with SIGTERM; starting it again in 0.2 s\n[^]*\| stuck$/),
    expect.stringMatching(/^NATS is ready again \(pid \d+, [\d.]+ s\)$/),
  ]);
  await server.stop();
});
