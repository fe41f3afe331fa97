import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { listening, temporaryDirectory } from '@svc/testing';
import { refuseSecrets } from '../../deploy/refuse-secrets.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Files that the commands of docs/operations create in the repository. */
const secrets = [
  'keys/records.json',
  'keys/records.nk',
  'keys/nats-ca.key',
  'keys/consumers/crm-sync.nk',
  'deploy/keys/authorization.conf',
  'deploy/.env',
  'deploy/settings.env',
  'deploy/compose.override.yaml',
  'night.backup',
  'libs/contracts/src/records.nk',
];

test.each(secrets)('%s is ignored by git, and kept out of the context of the image', (path) => {
  expect(spawnSync('git', ['check-ignore', '--quiet', path], { cwd: repository }).status).toBe(0);
  const folder = temporaryDirectory();
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), 'secret');
  expect(() => refuseSecrets(folder)).toThrow(path);
});

test('the repository has nothing that an image refuses, and packages are not looked at', () => {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, 'node_modules/some/keys'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/some/keys/test.pem'), 'of a package');
  expect(() => refuseSecrets(folder)).not.toThrow();
  const tracked = execFileSync('git', ['ls-files', '-ci', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
  });
  expect(tracked).toBe('');
  expect(readFileSync(join(repository, 'deploy/Dockerfile.dockerignore'), 'utf8')).toContain('\n**/*.nk\n');
});

test('a container that does not answer is ended, one that is not ready or starts is not', async () => {
  const entry = join(temporaryDirectory(), 'main.mjs');
  writeFileSync(entry, 'setInterval(() => {}, 1000);\n');
  const service = spawn(process.execPath, [entry], { stdio: 'ignore' });
  const ended = once(service, 'exit');
  await once(service, 'spawn');
  let answer: number | undefined = 200;
  const server = createServer((_request, response) => {
    if (answer !== undefined) response.writeHead(answer).end();
  });
  const port = String(await listening(server));
  const health = async (at = port, hungMs = 60_000) => {
    const check = spawn(
      process.execPath,
      [join(repository, 'deploy/health.mjs'), entry, at, String(hungMs)],
      {
        stdio: 'ignore',
      },
    );
    return ((await once(check, 'exit')) as [number])[0];
  };
  expect(await health()).toBe(0);
  answer = 503;
  expect(await health()).toBe(1);
  expect(await health('1')).toBe(1);
  expect(service.exitCode ?? service.signalCode).toBeNull();
  answer = undefined;
  expect(await health(port, 200)).toBe(1);
  expect(await ended).toEqual([null, 'SIGKILL']);
  server.closeAllConnections();
  server.close();
});
