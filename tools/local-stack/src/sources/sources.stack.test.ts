import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { listening } from '@svc/testing';
import { mongodb } from '../servers/mongodb.ts';
import { nats } from '../servers/nats.ts';
import { meilisearch } from '../servers/meilisearch.ts';
import { SERVER_KINDS } from '../servers/server-kinds.ts';
import { contextOfSuite } from '../testing/test-context.ts';
import { dockerSource } from './docker.ts';
import { dockerAnswers } from './docker-answers.ts';
import { environmentSource } from './environment.ts';
import { npmPrograms, npmSource } from './npm.ts';
import { findOnPath, pathSource } from './path.ts';
import { runBinary } from './run-binary.ts';
import type { RunningServer } from './source.ts';

const FAKES = join(import.meta.dirname, '../../fakes');
const { root, context, openAll } = await contextOfSuite();
const impatient = { ...context, timing: { ...context.timing, readyWithin: 100 } };
let servers: [database: RunningServer, bus: RunningServer, engine: RunningServer];

beforeAll(async () => {
  servers = (await openAll(npmSource(SERVER_KINDS))).slice() as typeof servers;
  expect(servers.map(({ source }) => source)).toEqual(['npm', 'npm', 'npm']);
});

test('servers with a configured address are used, and left running', async () => {
  const [database, bus, engine] = servers;
  const env = {
    MONGODB_URL: database.url,
    NATS_URL: bus.url,
    NATS_NKEY_DIR: join(context.dataDir, 'keys'),
    MEILI_URL: engine.url,
    MEILI_KEY: engine.key,
  };
  for (const [at, kind] of SERVER_KINDS.entries()) {
    const used = await environmentSource.open(kind, { ...context, env });
    expect(used).toMatchObject({ source: 'environment', url: servers[at]?.url, key: servers[at]?.key });
    await used?.stop();
    await kind.check(servers[at] as RunningServer);
  }
});

test('the error names an unreachable address without its password, and has a remedy', async () => {
  const env = { NATS_URL: 'nats://me:secret@127.0.0.1:9' };
  await expect(environmentSource.open(nats, { ...impatient, env })).rejects.toThrow(
    /NATS_URL is set to nats:\/\/me:…@127\.0\.0\.1:9, but NATS is not usable there: .*Start it, correct the address, or unset NATS_URL/,
  );
  await expect(environmentSource.open(mongodb, { ...impatient, env })).resolves.toBeUndefined();
  const wrongKey = { MEILI_URL: servers[2].url, MEILI_KEY: 'wrong' };
  await expect(environmentSource.open(meilisearch, { ...impatient, env: wrongKey })).rejects.toThrow(
    /MEILI_URL.*rejects the key/,
  );
});

test('an installed program on PATH is run, and a missing one is left to the next source', async () => {
  const installed = join(root, 'installed');
  mkdirSync(installed);
  symlinkSync(await npmPrograms(SERVER_KINDS)(nats, context), join(installed, 'nats-server'));
  const path = { ...context, dataDir: join(root, 'path'), env: { PATH: `/nowhere:${installed}` } };
  const server = await pathSource.open(nats, path);
  expect(server).toMatchObject({ source: 'path', name: 'nats' });
  await nats.check(server as RunningServer);
  await server?.stop();
  expect(await pathSource.open(mongodb, path)).toBeUndefined();
});

test('a folder and a file without execute permission are not used as programs', () => {
  const dir = join(root, 'odd');
  mkdirSync(join(dir, 'mongod'), { recursive: true });
  writeFileSync(join(dir, 'nats-server'), '', { mode: 0o644 });
  expect([findOnPath('mongod', dir), findOnPath('nats-server', dir)]).toEqual([undefined, undefined]);
});

test.each([
  [
    'exits.sh',
    /exit code 7[^]*exits\.sh --config[^]*logs\/nats\.log[^]*\| cannot open the journal: --config/,
  ],
  ['missing.sh', /exit code 127[^]*missing\.sh/],
])('the error about %s, which does not start, has the end of its log', async (name, message) => {
  const program = { source: 'path', file: join(FAKES, name) } as const;
  const dataDir = join(root, name);
  await expect(runBinary(nats, program, { ...context, dataDir })).rejects.toThrow(message);
});

test('the error names a configured port in use and its setting, and no server is started', async () => {
  const port = await listening(createServer().unref());
  const dataDir = join(root, 'taken');
  const program = { source: 'path', file: join(FAKES, 'exits.sh') } as const;
  await expect(runBinary(nats, program, { ...context, dataDir, port })).rejects.toThrow(
    `Port ${port}, set for NATS by NATS_PORT, is in use by another program. Set NATS_PORT to a free port, or unset it`,
  );
  expect(existsSync(dataDir)).toBe(false);
});

const answers = await dockerAnswers(process.env);
if (!answers) process.stderr.write('Skipped: servers in Docker, because no Docker engine answers here.\n');

(answers ? test : test.skip)('official images are run where a Docker engine answers', async () => {
  const timing = { ...context.timing, readyWithin: 300_000 };
  const more = { env: process.env, dataDir: join(root, 'docker'), timing };
  const inDocker = (await openAll(dockerSource, more)).slice(-3);
  expect(inDocker.map(({ source }) => source)).toEqual(['docker', 'docker', 'docker']);
});

async function engine(name: string, status?: number): Promise<string> {
  const file = join(root, name);
  const server = createHttpServer((_, response) => {
    if (status !== undefined) response.writeHead(status).end();
  });
  server.listen(file).unref();
  await once(server, 'listening');
  return `unix://${file}`;
}

test('an engine that answers its ping is used, also in the home folder of the user', async () => {
  expect(await dockerAnswers({ DOCKER_HOST: await engine('docker.sock', 200) })).toBe(true);
  expect(await dockerAnswers({ XDG_RUNTIME_DIR: root, HOME: root })).toBe(true);
});

test.each([
  ['answers with an error', () => engine('ill', 500)],
  ['does not answer', () => engine('silent')],
  ['is unreachable', async () => 'unix:///nowhere/docker.sock'],
])('an engine that %s is not used, and the next source provides the server', async (_, address) => {
  const env = { DOCKER_HOST: await address() };
  expect(await dockerAnswers(env, 100)).toBe(false);
  expect(await dockerSource.open(nats, { ...context, env })).toBeUndefined();
});
