import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { instanceNames } from '@svc/contracts';
import { freePorts } from '@svc/local-stack';
import { temporaryDirectory, until } from '@svc/testing';
import { startServices, type Services, type ServicesOptions } from './start-services.ts';

const FAKES = join(import.meta.dirname, '../fakes');
const NONE = { gateway: 0, records: 0, comments: 0, users: 0, search: 0 };
const stack = {
  mongodbUrl: 'mongodb://127.0.0.1:1/svc',
  natsUrl: 'nats://127.0.0.1:2',
  meiliUrl: 'http://127.0.0.1:3',
  meiliKey: 'meili-key',
};

let dataDir: string;
let lines: string[];
let services: Services | undefined;

beforeEach(() => {
  dataDir = temporaryDirectory();
  lines = [];
  services = undefined;
});

afterEach(() => services?.stop());

async function start(options: Partial<ServicesOptions>): Promise<Services> {
  services = await startServices({
    stack,
    dataDir,
    env: { PATH: process.env['PATH'] },
    entryOf: () => join(FAKES, 'well.mjs'),
    report: (line) => lines.push(line),
    ...options,
    timing: { firstPause: 20, maxPauseMs: 100, ...options.timing },
  });
  return services;
}

test('all five services are started, each with its own environment', async () => {
  const { instances, gatewayUrl } = await start({ env: { PATH: '/bin', OTHER: 'x' } });
  expect(instances.map(({ service, index }) => [service, index])).toEqual(
    instanceNames.map((service) => [service, 0]),
  );
  for (const instance of instances) {
    await until(() => expect(instance.log()).toContain('"environment"'));
    const [, env = ''] = /"environment","env":(.*)\}$/m.exec(instance.log()) ?? [];
    const KEYRING_FILE = join(dataDir, `keys/${instance.service}.json`);
    const own = { KEYRING_FILE, PUBLIC_URL: gatewayUrl, MALLOC_ARENA_MAX: '2' };
    expect(JSON.parse(env)).toMatchObject(own);
    expect(env).not.toContain('OTHER');
  }
});

test('two gateways have two addresses, the first with the configured port', async () => {
  const [port] = await freePorts(1);
  const { gatewayUrl, gatewayUrls } = await start({
    instances: { ...NONE, gateway: 2 },
    env: { GATEWAY_PORT: String(port) },
  });
  expect(gatewayUrl).toBe(`http://127.0.0.1:${port}`);
  expect(gatewayUrls).toEqual([gatewayUrl, expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)]);
  expect(new Set(gatewayUrls).size).toBe(2);
});

test('a warning is one short line, and all output is in the log file', async () => {
  const { instances } = await start({ instances: { ...NONE, users: 1 } });
  await until(() => expect(lines).toContain('users: warning: slow answer: it took 3 s'));
  const log = readFileSync(join(dataDir, 'logs/users.log'), 'utf8');
  expect(log).toContain('"environment"');
  expect(lines.join('\n')).not.toContain('"environment"');
  expect(instances[0]?.log()).toContain('slow answer');
});

test('the error names a service that is not ready in time, and the started processes are stopped', async () => {
  const entryOf = (service: string) => join(FAKES, service === 'search' ? 'never-ready.mjs' : 'well.mjs');
  const attempt = start({
    instances: { ...NONE, users: 1, search: 1 },
    entryOf,
    timing: { readyWithin: 5_000 },
  });
  await expect(attempt).rejects.toThrow(
    /search did not start: it is not ready after \d+ s.*503.*"database":"down"/,
  );
  expect(readFileSync(join(dataDir, 'logs/users.log'), 'utf8')).toContain('stopping');
  expect(existsSync(join(dataDir, 'instance.json'))).toBe(false);
});

test('other tools find a running instance in its data directory', async () => {
  const { instances, stop, gatewayUrl, keyringDir } = await start({
    instances: { ...NONE, gateway: 1, users: 2 },
  });
  const file = join(dataDir, 'instance.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    pid: process.pid,
    gatewayUrl,
    mongodbUrl: stack.mongodbUrl,
    natsUrl: stack.natsUrl,
    meiliUrl: stack.meiliUrl,
    keyringDir,
    ops: { gateway: [instances[0]?.opsUrl], users: [instances[1]?.opsUrl, instances[2]?.opsUrl] },
  });
  services = undefined;
  await stop();
  expect(existsSync(file)).toBe(false);
});
