import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { schemaVersions } from '@svc/contracts';
import { listening, until } from '@svc/testing';
import { openWorld, type World } from '../../../../test/support/world.ts';
import type { Finding } from '../diagnosis/rule.ts';
import type { PartOverview } from '../diagnosis/overview.ts';
import { run } from '../testing/run.ts';

let world: World;

beforeAll(async () => {
  const env = { DEBUG_MODE: 'true' };
  world = await openWorld({ isAlone: true, restart: false, instances: { records: 2 }, env });
});

afterAll(async () => {
  // Without servers a service would wait for them before it ends.
  await Promise.all((world?.services ?? []).map((each) => each.kill('SIGKILL')));
  await world?.close();
});

/** How the table of parts ends when nothing is wrong. */
const noProblem = expect.stringMatching(/\nNo problems, \d+ other findings?\.\n$/);
const admin = (args: string) => run(args.split(' '), { DATA_DIR: world.dataDir });
const stopServer = (name: string) => world.stack.servers.find((server) => server.name === name)?.stop(0);

interface Status {
  readonly state: string;
  readonly parts: PartOverview[];
  readonly findings: Finding[];
}

/** What `status` says of a part and `doctor` finds in it, and what one of them writes for people; both ask for three seconds, at once. */
async function examined(forPeople: 'status' | 'doctor' = 'doctor') {
  const [{ code, stdout }, told] = await Promise.all([admin('status --json'), admin(forPeople)]);
  const { state, parts, findings } = JSON.parse(stdout) as Status;
  const of = (name: string) => parts.find(({ part }) => part === name);
  return { code, state, of, found: findings.map(({ code, part }) => `${code} ${part}`), told };
}

/** The jobs and services of the table of jobs, without those that delete expired data. */
function jobLines(text: string): string[] {
  const [, rows = ''] = text.split(/\nJOB +SERVICE +WAITING +RUNNING +FAILING +FAILED +LATE +REASON\n/);
  const named = rows.matchAll(/^(.+?) +(records|comments|users|search) +\d+ +\d+ +\d+ +\d+ /gm);
  return [...named]
    .map(([, job = '', service = '']) => `${job} ${service}`)
    .filter((line) => !/^delete/.test(line));
}

test('status shows all parts of a running deployment with the number of instances', async () => {
  // Checks of a second each find a part not ready at times on a busy machine.
  const { of, found, told } = await until(async () => {
    const seen = await examined('status');
    expect(seen).toMatchObject({ code: 0, state: 'well', told: { stdout: noProblem } });
    return seen;
  });
  const ready = { state: 'ready', version: '0.1.0', instances: 1 };
  expect(of('gateway')).toEqual({ part: 'gateway', ...ready });
  const stored = { lag: expect.any(Number), bytes: expect.any(Number), schema: expect.any(Number) };
  expect(of('records')).toEqual({ part: 'records', ...ready, ...stored, instances: 2 });
  expect(of('search')).toMatchObject({ ...ready, ...stored });
  expect(of('MongoDB')).toMatchObject({
    state: 'answers',
    instances: 1,
    version: expect.stringMatching(/^\d/),
  });
  expect(of('NATS')).toMatchObject({ state: 'answers', version: expect.stringMatching(/^2\./) });
  expect(of('Meilisearch')).toMatchObject({ state: 'answers', version: '1.21.0', lag: expect.any(Number) });
  expect(of('data folder')).toMatchObject({ used: expect.any(Number) });
  expect(found).toEqual(expect.arrayContaining(['setting_unsafe gateway', 'setting_unsafe users']));
  const { stdout } = told;
  expect(stdout).toMatch(/^PART +STATE +VERSION +INSTANCES +SCHEMA +WAITING +STORED +DISK\n/);
  const records = `records +ready +0\\.1\\.0 +2 +${schemaVersions.records} +\\d+ +\\d+ kB +-`;
  expect(stdout).toMatch(new RegExp(`\n${records}\n`));
  expect(jobLines(stdout)).toEqual([
    'send deliveries of webhooks records',
    'send mails users',
    'update the index search',
    'rebuild the index search',
    'check the index search',
  ]);
});

test('a dropped index is a finding until a process starts', async () => {
  await world.databaseOf('comments').collection('comments').dropIndexes();
  const { found } = await examined();
  expect(new Set(found.filter((each) => each.startsWith('index_missing')))).toEqual(
    new Set(['index_missing comments']),
  );
});

test('a NATS server that accepts connections without an answer does not block the tool', async () => {
  const silent = createServer();
  const port = await listening(silent);
  const program = join(import.meta.dirname, '../admin.ts');
  const KEYRING_FILE = join(world.dataDir, 'keys/admin.json');
  const tool = spawn(process.execPath, [program, 'doctor'], {
    env: { NATS_URL: `nats://127.0.0.1:${port}`, KEYRING_FILE },
    stdio: 'ignore',
  });
  const [code] = (await once(tool, 'exit')) as [number];
  silent.close();
  expect(code).toBe(2);
});

test('each stopped part is a finding, until the deployment cannot be reached', async () => {
  const item = { _id: 'x', kind: 'event', subject: 's', body: '{}', position: 0, refusal: 'too large' };
  await world
    .databaseOf('users')
    .collection('outbox')
    .insertOne({ ...item, createdAt: new Date() } as never);
  const ended = world.services.filter(({ label }) => label === 'comments' || label === 'records-2');
  await Promise.all(ended.map((each) => each.stop()));
  await stopServer('meilisearch');
  const { code, state, of, found } = await examined();
  expect({ code, state }).toEqual({ code: 1, state: 'wrong' });
  expect(of('comments')).toMatchObject({ state: 'silent', instances: 0 });
  expect(of('records')).toMatchObject({ state: 'ready', instances: 1 });
  expect(of('Meilisearch')).toEqual({ part: 'Meilisearch', state: 'no answer' });
  expect(found).toEqual(
    expect.arrayContaining(['service_silent comments', 'not_ready search', 'outbox_refused users']),
  );

  await stopServer('mongodb');
  const { told: doctor, of: without } = await examined();
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toMatch(
    /problem: no instance of comments answered within three seconds \(service_silent\)\n {4}Start it\. If it does not start/,
  );
  expect(doctor.stdout).toMatch(
    /problem: records reports database: .+ \(not_ready\)\n {4}Start the named server/,
  );
  expect(without('MongoDB')).toEqual({ part: 'MongoDB', state: 'no answer' });

  await stopServer('nats');
  const unanswered = await admin('doctor --json');
  expect(unanswered).toMatchObject({ code: 2, stdout: '' });
  expect(unanswered.stderr).toMatch(/^NATS at 127\.0\.0\.1:\d+ is not usable: /);
});
