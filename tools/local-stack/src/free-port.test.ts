import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { freePort, holdPort, portProblem } from './free-port.ts';

test('a held port is taken for others until it is released, although somebody is connected to it', async () => {
  const port = await freePort();
  const held = await holdPort(port);
  expect(await portProblem(port)).toBe('is taken by another program');
  const client = connect(port, '127.0.0.1');
  client.on('error', () => {});
  await once(client, 'connect');
  if ('release' in held) await held.release();
  expect(await portProblem(port)).toBeUndefined();
});
