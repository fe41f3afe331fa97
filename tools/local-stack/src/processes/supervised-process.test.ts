import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/service-kit/testing';
import { eventually } from '../eventually.ts';
import { startGuard } from './guard.ts';
import { SupervisedProcess } from './supervised-process.ts';

test('a process whose log says that it needs a restart gets one', async () => {
  const guard = await startGuard();
  const lines: string[] = [];
  const stuckWhenTold = `trap 'echo stuck' USR1; echo up; while :; do sleep 0.1; done`;
  const server: SupervisedProcess = new SupervisedProcess(
    {
      label: 'NATS',
      logFile: join(temporaryDirectory(), 'nats.log'),
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
  await guard.close();
});
