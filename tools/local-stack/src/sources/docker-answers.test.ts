import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/service-kit/testing';
import { dockerAnswers } from './docker-answers.ts';

const dir = temporaryDirectory();
const servers: Server[] = [];

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function engine(name: string, status: number | 'silent'): Promise<string> {
  const server = createServer((_, response) => {
    if (status !== 'silent') response.writeHead(status).end();
  });
  servers.push(server.listen(join(dir, name)));
  await once(server, 'listening');
  return `unix://${join(dir, name)}`;
}

test('an engine that answers its ping is there, also in the user’s own folder', async () => {
  expect(await dockerAnswers({ DOCKER_HOST: await engine('docker.sock', 200) })).toBe(true);
  expect(await dockerAnswers({ XDG_RUNTIME_DIR: dir, HOME: dir })).toBe(true);
});

test.each([
  ['answers with an error', () => engine('ill', 500)],
  ['does not answer', () => engine('silent', 'silent')],
  ['is not there', async () => `unix://${join(dir, 'nobody')}`],
])('an engine that %s is none', async (_, address) => {
  expect(await dockerAnswers({ DOCKER_HOST: await address() }, 100)).toBe(false);
});
