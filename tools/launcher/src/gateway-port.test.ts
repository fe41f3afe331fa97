import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePorts, portProblem } from '@svc/local-stack';
import { listening } from '@svc/testing';
import { gatewayPort } from './gateway-port.ts';

const other = createServer().unref();
let taken: number;

beforeAll(async () => {
  taken = await listening(other);
});

afterAll(() => void other.close());

test('a configured port is used', async () => {
  const [free] = await freePorts(1);
  const { port, release } = await gatewayPort({ wanted: free, usual: taken, report: () => {} });
  expect(port).toBe(free);
  await release();
});

test('a configured port in use is an error with a remedy', async () => {
  await expect(gatewayPort({ wanted: taken, report: () => {} })).rejects.toThrow(
    `Port ${taken}, set by GATEWAY_PORT, is in use by another program. Set GATEWAY_PORT to a free port, or unset it`,
  );
});

test('when the default port is in use, a free port is used and reported', async () => {
  const lines: string[] = [];
  const { port } = await gatewayPort({ usual: taken, report: (line) => lines.push(line) });
  expect(port).not.toBe(taken);
  expect(lines).toEqual([
    `Port ${taken} is in use by another program; the gateway uses port ${port}. Set GATEWAY_PORT to choose another port.`,
  ]);
});

test('two simultaneous starts get different ports, and release them although a client is connected', async () => {
  const [usual] = await freePorts(1);
  const wish = { usual: usual as number, report: () => {} };
  const chosen = await Promise.all([gatewayPort(wish), gatewayPort(wish)]);
  expect(new Set(chosen.map(({ port }) => port)).size).toBe(2);
  const client = connect(usual as number, '127.0.0.1').on('error', () => {});
  await once(client, 'connect');
  await Promise.all(chosen.map(({ release }) => release()));
  expect(await portProblem(usual as number)).toBeUndefined();
});
