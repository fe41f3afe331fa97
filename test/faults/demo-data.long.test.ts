import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryDirectory, until } from '@svc/testing';
import { npmStart, root, startEnvironment } from '../front-door/npm-start.ts';

test('demo data interrupted by a kill is completed at the next start without duplicates', async () => {
  const dataDir = temporaryDirectory();
  const { env } = await startEnvironment(dataDir);
  const killed = spawn(process.execPath, [join(root, 'tools/launcher/src/start.ts')], { cwd: root, env });
  let output = '';
  killed.stdout.on('data', (chunk) => (output += String(chunk)));
  const ended = once(killed, 'close');
  await until(() => expect(output).toContain('Created 100 of 330 demo records'), 180_000);
  killed.kill('SIGKILL');
  await ended;
  const start = await npmStart(dataDir);
  try {
    expect(start.output()).not.toContain('Created 100 of 330');
    expect(start.output()).toContain('Created 330 of 330 demo records');
    const { list } = await start.signIn('administrator');
    expect(await list('contacts?limit=0')).toMatchObject({ total: 300 + 9 });
    expect(await list('groups?limit=0')).toMatchObject({ total: 30 });
  } finally {
    await start.stop();
  }
});
