import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Connection } from 'mongoose';
import { connect } from 'nats';
import { BusCaller } from '../bus/bus-caller.ts';
import { busKeyFile } from '../bus/bus-keys.ts';
import { keyringFile, loadKeyring } from '../signing/keyring-file.ts';
import { createKeyring } from '../signing/make-keyrings.ts';
import { connectStore } from '../store/connect-store.ts';
import type { SchemaState } from '../store/migrations.ts';
import {
  freePort,
  type Guard,
  type LogLine,
  startGuard,
  temporaryDirectory,
  until,
  userActor,
} from '@svc/testing';
import { searchWait } from './testing/sample-service.ts';
import { stackOfSuite } from '@svc/testing/stack-harness';
import { Deadline } from '../time/deadline.ts';

const mona = userActor(3, 'Mona');
const program = fileURLToPath(new URL('./testing/sample-service.ts', import.meta.url));
const kit = stackOfSuite({ isAlone: true });
const keys = temporaryDirectory();
const running: Process[] = [];
let guard: Guard | undefined;

beforeAll(() => createKeyring(keys));

afterEach(async () => {
  running.splice(0).forEach(({ kill }) => kill('SIGKILL'));
  await guard?.close();
});

interface Process {
  readonly lines: () => LogLine[];
  readonly errors: () => string;
  readonly exit: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
}

function start(settings: NodeJS.ProcessEnv): Process {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...settings },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (data) => (output += String(data)));
  child.stderr.on('data', (data) => (errors += String(data)));
  const lines = () =>
    output
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as LogLine);
  const exit = once(child, 'close').then(([code]) => code as number | null);
  const kill = (signal: NodeJS.Signals) => void child.kill(signal);
  const started = { lines, errors: () => errors, exit, kill };
  running.push(started);
  return started;
}

const settings = () => ({
  NATS_URL: kit.stack.natsUrl,
  NATS_NKEY_FILE: busKeyFile(kit.stack.natsKeysDir ?? '', 'search'),
  KEYRING_FILE: keyringFile(keys, 'search'),
  OPS_PORT: '0',
  SAMPLE_TOKEN: 'abc',
});

/** A service that is ready, with a caller whose keys it knows. */
async function startReady(changes: NodeJS.ProcessEnv = {}) {
  const service = start({ ...settings(), ...changes });
  const line = await until(() => {
    const ready = service.lines().find(({ msg }) => msg === 'ready');
    if (!ready) throw new Error(`not ready: ${service.errors()}`);
    return ready;
  });
  const get = async (path: string) => fetch(`http://127.0.0.1:${String(line['opsPort'])}${path}`);
  return { ...service, get };
}

/** The keys of the test's harness are others than the service's: the gateway's are taken from the service's folder. */
async function wait(milliseconds: number): Promise<unknown> {
  const caller = new BusCaller(kit.harness.bus, await loadKeyring(keyringFile(keys, 'gateway')));
  const call = { caller: mona, requestId: 'r-1', deadline: Deadline.after(3_000) };
  return caller.call(searchWait, { milliseconds }, call).finally(() => caller.close());
}

test.each([
  [
    'a setting of the service is invalid',
    () => ({ SAMPLE_TOKEN: 'ab' }),
    'The configuration is invalid:\n  SAMPLE_TOKEN: ',
  ],
  [
    'its key file belongs to another service',
    () => ({ KEYRING_FILE: keyringFile(keys, 'users') }),
    'users.json is the key file of users, but this service is search',
  ],
  [
    'two kinds of bus credentials are set',
    () => ({ NATS_TOKEN: 'hush' }),
    'NATS_NKEY_FILE: must not be set together with NATS_TOKEN',
  ],
  [
    'a certificate has no key file',
    () => ({ NATS_CERT_FILE: '/nowhere/cert.pem', NATS_NKEY_FILE: keyringFile(keys, 'search') }),
    'NATS_KEY_FILE: must be set together with NATS_CERT_FILE',
  ],
  [
    'the bus permissions are those of another process',
    () => ({ NATS_NKEY_FILE: busKeyFile(kit.stack.natsKeysDir ?? '', 'users') }),
    'forbid this process',
  ],
  [
    'the bus is unreachable',
    () => ({ NATS_URL: 'nats://u:hush@127.0.0.1:1' }),
    'NATS at 127.0.0.1:1 is not usable: no NATS server answered; check NATS_URL',
  ],
])('when %s the process ends with code 1 and prints the reason', async (_case, wrong, message) => {
  const { exit, errors } = start({ ...settings(), ...wrong() });
  expect(await exit).toBe(1);
  expect(errors()).toContain('search failed to start: ');
  expect(errors()).toContain(message);
  expect(errors()).not.toContain('hush');
});

test('a running service is ready, answers requests, and logs their request ids', async () => {
  const { get, lines } = await startReady();
  expect((await get('/readyz')).status).toBe(200);
  expect(await (await get('/readyz')).json()).toEqual({
    status: 'ready',
    parts: { bus: 'ok', streams: 'ok' },
  });
  expect(await wait(0)).toBe('waited');
  expect(await (await get('/metrics')).text()).toContain('operation="search.wait",outcome="ok"');
  await until(() => {
    const waiting = lines().find(({ msg }) => msg === 'waiting');
    expect(waiting).toMatchObject({ requestId: 'r-1', service: 'search' });
  });
});

const programs = process.env['SERVER_PROGRAMS'];
/** Where servers run in Docker there is no program for one more. */
const withPrograms = programs === undefined ? test.skip : test;

withPrograms('a service warns of a world-readable key file and of a bus without authentication', async () => {
  const open = join(keys, 'open.json');
  await copyFile(keyringFile(keys, 'search'), open);
  await chmod(open, 0o644);
  const openBus = { NATS_URL: await startOpenBus(), NATS_NKEY_FILE: '' };
  const { get, lines } = await startReady({ ...openBus, KEYRING_FILE: open });
  const { warnings } = (await (await get('/readyz')).json()) as { warnings?: Record<string, string> };
  expect(warnings).toEqual({ bus: expect.stringContaining('NATS requires no authentication') });
  const warned = lines().filter(({ level }) => level === 40);
  expect(warned).toMatchObject([
    { msg: warnings?.['bus'] },
    { msg: expect.stringContaining('run chmod o= on it'), setting: 'KEYRING_FILE', file: open },
  ]);
});

async function startOpenBus(): Promise<string> {
  guard = await startGuard();
  const port = await freePort();
  const args = `--addr 127.0.0.1 --port ${port} --jetstream --store_dir ${join(keys, 'bus')}`.split(' ');
  const { stdout, stderr } = await guard.spawn({ file: join(programs ?? '', 'nats-server'), args });
  for (const output of [stdout, stderr]) output?.resume();
  const url = `nats://127.0.0.1:${port}`;
  await until(async () => (await connect({ servers: url })).close());
  return url;
}

test.each([
  ['SIGTERM', '200'],
  ['SIGINT', '0'],
] as const)(
  'on %s with a drain delay of %s ms a service answers pending requests and ends with code 0',
  async (signal, drainDelay) => {
    const { lines, kill, exit, errors } = await startReady({ DRAIN_DELAY_MS: drainDelay });
    const taken = wait(700);
    await until(() => expect(lines().some(({ msg }) => msg === 'waiting')).toBe(true));
    kill(signal);
    await until(() => expect(lines().some(({ msg }) => msg === 'stopping')).toBe(true));
    await until(() => expect(wait(0)).rejects.toMatchObject({ code: 'service_unavailable' }));
    await expect(taken).resolves.toBe('waited');
    expect(await exit).toBe(0);
    expect(errors()).toBe('');
  },
);

test('a stopping service is not ready, and accepts requests during the drain delay', async () => {
  const { get, kill } = await startReady({ DRAIN_DELAY_MS: '60000' });
  kill('SIGTERM');
  await until(async () => expect((await get('/readyz')).status).toBe(503));
  expect(await (await get('/readyz')).json()).toMatchObject({
    parts: { stop: 'the service is shutting down' },
  });
  expect((await get('/healthz')).status).toBe(200);
  expect(await wait(0)).toBe('waited');
});

test('a service whose bus connection is closed for good ends with code 1', async () => {
  const { exit, lines } = await startReady();
  void wait(-1).catch(() => {});
  expect(await exit).toBe(1);
  const fatal = lines().filter(({ level }) => level === 60);
  expect(fatal).toMatchObject([{ msg: 'bus connection closed for good' }]);
});

test('a service that ends by an exception writes all its log lines first', async () => {
  const { exit, lines } = await startReady();
  void wait(-2).catch(() => {});
  expect(await exit).toBe(1);
  expect(lines().slice(-2)).toMatchObject([
    { msg: 'waiting', requestId: 'r-1' },
    { level: 60, msg: 'unhandled failure of the service', err: { message: 'something is wrong' } },
  ]);
});

describe('a service with a database', () => {
  let database: Connection;
  const of = <Kept extends { _id: unknown }>(name: string) =>
    database.getClient().db(database.name).collection<Kept>(name);
  const schema = () => of<SchemaState>('schema_version');
  const withDatabase = () => ({ ...settings(), MONGODB_URL: kit.stack.mongodbUrl });

  beforeAll(async () => {
    database = await connectStore({ url: kit.stack.mongodbUrl, service: 'search' });
  });

  beforeEach(() => database.dropDatabase());

  afterAll(() => database?.close());

  /** What `/readyz` says. */
  async function readiness(port: number): Promise<unknown> {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).json();
  }

  test('that is killed during a migration is replaced by the waiting one, after the last finished batch', async () => {
    await of<{ _id: number }>('items').insertMany(Array.from({ length: 9 }, (_none, _id) => ({ _id })));
    await of<{ _id: number }>('gates').insertOne({ _id: 1 });
    const instances: { port: number; service: Process }[] = [];
    const migrating = 'the database is being migrated to schema version 1 (count up): 4 of 9 documents';
    for (const port of [await freePort(), await freePort()]) {
      instances.push({ port, service: start({ ...withDatabase(), OPS_PORT: String(port) }) });
      const said = { status: 'not ready', parts: { start: migrating } };
      await until(async () => expect(await readiness(port)).toEqual(said));
    }
    const [first, second] = instances as [(typeof instances)[0], (typeof instances)[0]];
    first.service.kill('SIGKILL');
    await first.service.exit;
    // As if the lease were over.
    await schema().updateOne({}, { $set: { 'lock.until': new Date(0) } });
    await of('gates').drop();
    const ready = { status: 'ready', parts: { bus: 'ok', streams: 'ok', database: 'ok' } };
    await until(async () => expect(await readiness(second.port)).toEqual(ready));
    const items = await of<{ _id: number; times: number }>('items').find().toArray();
    expect(items.map(({ times }) => times)).toEqual(items.map(() => 1));
    expect(await schema().findOne()).toEqual({ _id: 'schema', version: 1, readableFrom: 0 });
    await until(() => {
      const begins = second.service.lines().find(({ msg }) => msg === 'migration started');
      expect(begins).toMatchObject({ version: 1, name: 'count up', done: 4, total: 9 });
    });
  });

  test('that is stopped during a migration ends with code 0', async () => {
    await of<{ _id: number }>('items').insertMany(Array.from({ length: 9 }, (_none, _id) => ({ _id })));
    await of<{ _id: number }>('gates').insertOne({ _id: 1 });
    const { exit, kill, lines } = start(withDatabase());
    await until(() => expect(lines().map(({ msg }) => msg)).toContain('migration started'));
    kill('SIGTERM');
    expect(await exit).toBe(0);
  });

  test('with a newer incompatible schema ends with code 1 and one sentence, and writes nothing', async () => {
    const newer = { _id: 'schema', version: 9, readableFrom: 8 } as const;
    await schema().insertOne(newer);
    const { exit, errors } = start(withDatabase());
    expect(await exit).toBe(1);
    expect(errors()).toBe(
      'search failed to start: The database svc_search has schema version 9, which requires a program that knows version 8, ' +
        'but this program knows version 1: start a newer program, or restore a backup from before the migration.\n',
    );
    const names = (await database.listCollections()).map(({ name }) => name);
    expect([names, await schema().find().toArray()]).toEqual([['schema_version'], [newer]]);
  });
});
