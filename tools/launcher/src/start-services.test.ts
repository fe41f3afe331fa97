import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually, freePorts, isRunning } from '@svc/local-stack';
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
  dataDir = mkdtempSync(join(tmpdir(), 'svc-launcher-'));
  lines = [];
  services = undefined;
});

afterEach(async () => {
  await services?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const fake = (name: string) => () => join(FAKES, `${name}.mjs`);

async function start(options: Partial<ServicesOptions>): Promise<Services> {
  services = await startServices({
    stack,
    dataDir,
    env: { PATH: process.env['PATH'] },
    entryOf: fake('well'),
    report: (line) => lines.push(line),
    createKeyring: async () => {},
    ...options,
    timing: { firstPause: 20, maxPauseMs: 100, ...options.timing },
  });
  return services;
}

function environmentOf({ instances }: Services, at: number): Record<string, string> {
  const line =
    instances[at]
      ?.log()
      .split('\n')
      .find((entry) => entry.includes('"environment"')) ?? '';
  return (JSON.parse(line.slice(line.indexOf('{'))) as { env: Record<string, string> }).env;
}

test('all five services are started, each with its own settings and no others', async () => {
  const env = {
    PATH: '/bin',
    LOG_LEVEL: 'warn',
    JWT_DAYS: '3',
    API_ROOT: '/api',
    MEILI_KEY: 'of the shell',
    OTHER: 'x',
  };
  const { instances, gatewayUrl } = await start({ env });

  expect(instances.map(({ service, index }) => [service, index])).toEqual([
    ['gateway', 0],
    ['records', 0],
    ['comments', 0],
    ['users', 0],
    ['search', 0],
  ]);
  await eventually('every service wrote its environment', () =>
    instances.every((instance) => instance.log().includes('"environment"')),
  );
  const [gateway, records, , , search] = instances.map((_, at) => environmentOf(services as Services, at));
  expect(records).toEqual({
    PATH: '/bin',
    LOG_LEVEL: 'warn',
    DRAIN_DELAY_MS: '0',
    JWT_DAYS: '3',
    API_ROOT: '/api',
    MONGODB_URL: stack.mongodbUrl,
    NATS_URL: stack.natsUrl,
    KEYRING_FILE: join(dataDir, 'keys/records.json'),
    PUBLIC_URL: gatewayUrl,
    OPS_PORT: expect.stringMatching(/^\d+$/),
    PWD: expect.any(String),
  });
  expect(gateway).toMatchObject({ API_ROOT: '/api', GATEWAY_PORT: new URL(gatewayUrl).port });
  expect(search).toMatchObject({ MEILI_URL: stack.meiliUrl, MEILI_KEY: stack.meiliKey });
});

test('two gateways have two addresses, the first of them the port that was asked for', async () => {
  const [port] = await freePorts(1);
  const { gatewayUrl, gatewayUrls } = await start({
    instances: { ...NONE, gateway: 2 },
    env: { GATEWAY_PORT: String(port) },
  });
  expect(gatewayUrl).toBe(`http://127.0.0.1:${port}`);
  expect(gatewayUrls).toEqual([gatewayUrl, expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)]);
  expect(new Set(gatewayUrls).size).toBe(2);
});

test('a service that is killed comes back at the same address, and says so', async () => {
  const { instances } = await start({ instances: { ...NONE, records: 1 } });
  const [records] = instances;
  const before = { pid: records?.pid, opsUrl: records?.opsUrl };
  await records?.kill('SIGKILL');
  await records?.ready();
  expect(records?.pid).not.toBe(before.pid);
  expect(records?.opsUrl).toBe(before.opsUrl);
  expect(lines.join('\n')).toContain(
    `records (pid ${before.pid}) ended with SIGKILL; starting it again in 0.02 s`,
  );
});

test('a full disk costs lines of the log and nothing else, and is said once', async () => {
  const file = join(dataDir, 'logs/records.log');
  mkdirSync(dirname(file));
  symlinkSync('/dev/full', file);
  const { instances } = await start({ instances: { ...NONE, records: 1 } });
  await instances[0]?.kill('SIGKILL');
  await eventually('it is said', () => lines.some((line) => line.startsWith('records is ready again (pid')));
  const problem = `records: ${file} cannot be written: ENOSPC: no space left on device, write`;
  expect(lines.filter((line) => line.includes('cannot be written'))).toEqual([problem]);
  expect(instances[0]?.log()).toContain('"environment"');
});

test.each([
  ['double up to the longest', {}, ['0.02', '0.04', '0.08', '0.1']],
  ['begin anew after a process that lived long enough', { wellAfter: 0 }, ['0.02', '0.02', '0.02']],
])('pauses between restarts %s', async (_how, timing, expected) => {
  const { instances } = await start({ instances: { ...NONE, records: 1 }, timing });
  for (const _pause of expected) {
    await instances[0]?.kill('SIGKILL');
    await instances[0]?.ready();
  }
  expect(lines.flatMap((line) => /again in ([\d.]+) s/.exec(line)?.[1] ?? [])).toEqual(expected);
});

test('without restart a killed service stays away', async () => {
  const { instances } = await start({ instances: { ...NONE, records: 1 }, restart: false });
  await instances[0]?.kill('SIGKILL');
  await expect(instances[0]?.ready()).rejects.toThrow(/it \(pid \d+\) ended with SIGKILL/);
  expect(instances[0]?.pid).toBeUndefined();
});

test('warnings are shown as one short line, all output is in the log file', async () => {
  const { instances } = await start({ instances: { ...NONE, users: 1 } });
  await eventually('the warning', () => lines.includes('users: warning: slow answer: it took 3 s'));
  const log = readFileSync(join(dataDir, 'logs/users.log'), 'utf8');
  expect(log).toContain('"environment"');
  expect(lines.join('\n')).not.toContain('"environment"');
  expect(instances[0]?.log()).toContain('slow answer');
});

test('a service that cannot start is named, with the end of its log and what to do', async () => {
  const start_ = start({ instances: { ...NONE, comments: 1 }, entryOf: fake('broken') });
  await expect(start_).rejects.toThrow(
    /comments did not come up: it \(pid \d+\) ended with exit code 3[^]*comments\.log[^]*MONGODB_URL is missing[^]*start again/,
  );
  expect(lines.filter((line) => line.includes('starting it again'))).toHaveLength(2);
});

test('a service that does not get ready in time is named, and what was started is stopped', async () => {
  const entryOf = (service: string) => join(FAKES, service === 'search' ? 'never-ready.mjs' : 'well.mjs');
  const attempt = start({
    instances: { ...NONE, users: 1, search: 1 },
    entryOf,
    timing: { readyWithin: 5_000 },
  });
  await expect(attempt).rejects.toThrow(
    /search did not come up: it is not ready after \d+ s.*503.*"database":"down"/,
  );
  expect(readFileSync(join(dataDir, 'logs/users.log'), 'utf8')).toContain('stopping');
  expect(existsSync(join(dataDir, 'instance.json'))).toBe(false);
});

test('a service that gets on with its start is waited for', async () => {
  const entryOf = (service: string) => join(FAKES, service === 'search' ? 'slow.mjs' : 'well.mjs');
  const timing = { readyWithin: 5_000 };
  const { instances } = await start({ instances: { ...NONE, search: 1 }, entryOf, timing });
  expect(instances.map(({ service }) => service)).toEqual(['search']);
});

test('stopping ends a service that does not listen', async () => {
  const { instances, stop } = await start({
    instances: { ...NONE, records: 1 },
    entryOf: fake('stubborn'),
    timing: { stopGrace: 200 },
  });
  const pids = instances.map(({ pid }) => pid as number);
  services = undefined;
  await stop();
  expect(pids.filter(isRunning)).toEqual([]);
});

test('other tools find the running instance in its data directory, while it runs', async () => {
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

test('services end when the launcher is killed, the stubborn ones too', async () => {
  const launcher = spawn(process.execPath, [join(FAKES, 'launch-and-wait.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = (await once(launcher.stdout, 'data')) as [Buffer];
  const pids = JSON.parse(output.toString()) as number[];
  expect(pids.filter(isRunning)).toHaveLength(2);
  launcher.kill('SIGKILL');
  await eventually('both services have ended', () => !pids.some(isRunning));
});
