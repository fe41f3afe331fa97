import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { dockerAnswers } from './docker-answers.ts';

const dir = mkdtempSync(join(tmpdir(), 'svc-docker-'));
const servers: Server[] = [];

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(dir, { recursive: true });
});

async function engine(name: string, status: number | 'silent'): Promise<string> {
  const server = createServer((_, response) => {
    if (status !== 'silent') response.writeHead(status).end();
  });
  servers.push(server.listen(join(dir, name)));
  await once(server, 'listening');
  return `unix://${join(dir, name)}`;
}

test('an engine that answers its ping is there', async () => {
  expect(await dockerAnswers({ DOCKER_HOST: await engine('well', 200) })).toBe(true);
});

test('an engine in the user’s own folder is found', async () => {
  await engine('docker.sock', 200);
  expect(await dockerAnswers({ XDG_RUNTIME_DIR: dir, HOME: dir })).toBe(true);
});

test.each([
  ['answers with an error', () => engine('ill', 500)],
  ['does not answer', () => engine('silent', 'silent')],
  ['is not there', async () => `unix://${join(dir, 'nobody')}`],
])('an engine that %s is none', async (_, address) => {
  expect(await dockerAnswers({ DOCKER_HOST: await address() }, 100)).toBe(false);
});
