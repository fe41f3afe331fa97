import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ServiceInstance } from '@svc/launcher';
import { until, type LogLine } from '@svc/testing';
import { runAdmin } from '../support/admin-tool.ts';
import { api, type Api } from '../support/http.ts';
import { metricOf } from '../support/metrics.ts';
import { openWorld, type World } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';

let world: World;
let http: Api;
let records: ServiceInstance;

beforeAll(async () => {
  world = await openWorld({
    maxPauseMs: 500,
    env: {
      EXTENSIONS: join(import.meta.dirname, '../support/misbehaving-extension.ts'),
      // A request to a process that has ended takes the whole deadline.
      READ_DEADLINE_MS: '10000',
      WRITE_DEADLINE_MS: '10000',
    },
  });
  http = api(world, (await world.createUser({ role: 'multiplier' })).token);
  records = world.services.find(({ service }) => service === 'records') as ServiceInstance;
});

afterAll(() => world?.close());

/** Creates a contact for which the extension makes a mistake. */
const create = (mistake: string, name = 'Ann') => http.post(contacts, { json: { name, nickname: mistake } });

const logOfRecords = () =>
  readFileSync(join(world.dataDir, 'logs/records.log'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine);

test('a defect in a filter answers 500 with its names, and is logged with its stack', async () => {
  const { status, body, text } = await create('reads a property of nothing');
  expect({ status, body }).toEqual({
    status: 500,
    body: {
      code: 'extension_failed',
      message: 'The extension misbehaving failed in svc_post_create_fields; nothing was written',
      data: { extension: 'misbehaving', hook: 'svc_post_create_fields', status: 500 },
    },
  });
  expect(text).not.toContain('city');
  await until(() =>
    expect(logOfRecords()).toContainEqual(
      expect.objectContaining({
        extension: 'misbehaving',
        hook: 'svc_post_create_fields',
        err: expect.objectContaining({
          type: 'TypeError',
          stack: expect.stringContaining('misbehaving-extension.ts'),
        }),
      }),
    ),
  );
});

test('a refusal on purpose answers 400 with its text', async () => {
  expect(await create('refuses on purpose')).toMatchObject({
    status: 400,
    body: { code: 'extension_refused', message: expect.stringContaining('There are no seats left.') },
  });
});

test.each([
  ['an exception in a timer', 'throws in a timer', 'TypeError', 'svc_post_create_fields'],
  [
    'a rejection of a forgotten promise',
    'rejects in a forgotten promise',
    'RangeError',
    'svc_post_create_fields',
  ],
  ['a refusal of a forgotten call', 'forgets a call', 'ServiceError', 'svc_post_create_fields'],
])(
  '%s is logged with the names of extension and hook, and the service continues',
  async (_what, mistake, type, hook) => {
    const unhandled = () => metricOf(records.opsUrl, 'svc_extension_failures_total', 'outcome="unhandled"');
    const before = await unhandled();
    expect(await create(mistake)).toMatchObject({ status: 200 });
    await until(async () => expect(await unhandled()).toBe(before + 1));
    await until(() =>
      expect(logOfRecords()).toContainEqual(
        expect.objectContaining({
          level: 50,
          extension: 'misbehaving',
          hook,
          err: expect.objectContaining({ type }),
        }),
      ),
    );
    expect(await create('makes no mistake')).toMatchObject({ status: 200 });
  },
);

test('a rejection after the import of the module is logged with the name of the extension', async () => {
  await until(() =>
    expect(logOfRecords()).toContainEqual(
      expect.objectContaining({
        extension: 'misbehaving',
        hook: 'import',
        err: expect.objectContaining({ message: 'rejected after the import' }),
      }),
    ),
  );
});

test('doctor names the extensions that failed within the last day', async () => {
  expect(await create('never answers')).toMatchObject({ status: 503, body: { code: 'extension_refused' } });
  const report = await doctor();
  expect(report).toContain(
    'the extension misbehaving did not answer in time in svc_post_create_fields of records once, most recently at ',
  );
  expect(report).toMatch(/the extension misbehaving failed outside a request in import of users once/);
});

/** The findings of doctor, which ends with an exit code of its own when there are some. */
const doctor = () =>
  runAdmin(world, 'doctor').catch((error: unknown) => (error as { stdout: string }).stdout);

test('an extension that blocks the event loop is named while it does', async () => {
  const file = join(world.dataDir, 'computed');
  const created = create('computes until a file exists', file);
  await until(() =>
    expect(logOfRecords()).toContainEqual(
      expect.objectContaining({
        level: 50,
        msg: 'event loop blocked by an extension',
        extension: 'misbehaving',
        hook: 'svc_post_create_fields',
        // In the loop, or in its condition.
        at: expect.stringMatching(/^(compute|a function) \(file:.*misbehaving-extension\.ts:\d+\)$/),
      }),
    ),
  );
  writeFileSync(file, '');
  expect(await created).toMatchObject({ status: 200 });
  expect(await metricOf(records.opsUrl, 'svc_extension_failures_total', 'outcome="blocked"')).toBe(1);
});

test('SIGTERM ends a process whose event loop is blocked for ever, within the grace period', async () => {
  const created = create('computes for ever');
  await until(() => expect(namesOf(logOfRecords(), 'event loop blocked by an extension')).toHaveLength(2));
  const startedAt = performance.now();
  await records.kill('SIGTERM');
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  expect(logOfRecords()).toContainEqual(
    expect.objectContaining({
      level: 60,
      msg: 'process ended: its event loop is blocked',
      extension: 'misbehaving',
      hook: 'svc_post_create_fields',
    }),
  );
  expect((await created).status).toBe(503);
  await records.ready();
});

/** The names of the extensions in the log lines with a message. */
const namesOf = (lines: readonly LogLine[], message: string) =>
  lines.filter(({ msg }) => msg === message).map(({ extension }) => extension);

test('an extension that ends the process is named in the log', async () => {
  const created = create('ends the process');
  await until(() =>
    expect(logOfRecords()).toContainEqual(
      expect.objectContaining({
        level: 60,
        msg: 'an extension ended the process',
        code: 7,
        extension: 'misbehaving',
        hook: 'svc_post_create_fields',
      }),
    ),
  );
  await created;
});
