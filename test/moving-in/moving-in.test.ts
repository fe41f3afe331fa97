import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readEvents, until } from '@svc/service-kit/testing';
import { admin } from '../support/admin-tool.ts';
import { api, type Api } from '../support/http.ts';
import { openWorld, type TestUser, type World } from '../support/world.ts';
import { fillSource } from './fill-source.ts';
import { lookedAt } from './looked-at.ts';

const env = {
  NAMESPACE_PREFIXES: 'svc,dt',
  EXTENSIONS: join(import.meta.dirname, '../support/extra-fields.ts'),
};

let source: World;
let target: World;
let directory: string;
let ada: TestUser;
let here: Api;
let there: Api;
let kills = 0;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'svc-moving-in-'));
  source = await openWorld({ env });
  target = await openWorld({ env });
  const account = { role: 'administrator', username: 'ada', displayName: 'Ada' };
  ada = await source.createUser(account);
  await fillSource(source, ada);
  await source.settled();
  await importKilled(10);
  await importReference();
  const { token } = await target.createUser({ role: 'administrator', displayName: 'Looks at it' });
  here = api(target, token);
  there = api(source, ada.token);
});

afterAll(async () => {
  await source?.close();
  await target?.close();
  await rm(directory, { recursive: true, force: true });
});

const args = () => [
  'import',
  'reference',
  '--json',
  '--allow-http',
  '--url',
  source.gatewayUrl,
  '--user',
  ada.username,
  '--password',
  ada.password,
  '--dir',
  directory,
];

/** Runs the import to its end; what it has done, by what it is. */
async function importReference(...more: string[]): Promise<Record<string, number>> {
  const process = start(...more);
  const [said, errors] = await Promise.all([process.stdout.toArray(), process.stderr.toArray()]);
  const text = Buffer.concat(said as Buffer[]).toString();
  if (text === '') throw new Error(Buffer.concat(errors as Buffer[]).toString());
  return (JSON.parse(text) as { done: Record<string, number> }).done;
}

function start(...more: string[]) {
  const [program, settings] = admin(target);
  return spawn(process.execPath, [program, ...args(), ...more], { env: settings });
}

/** Begins the import that many times, and kills it each time when it has written a little more. */
async function importKilled(times: number): Promise<void> {
  const written = async () => {
    const counts = ['records', 'activity', 'edges'].map((name) =>
      target.databaseOf('records').collection(name).countDocuments(),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  };
  for (let time = 0; time < times; time += 1) {
    const before = await written();
    const running = start();
    const ended = once(running, 'exit');
    let isOver = false;
    void ended.then(() => (isOver = true));
    await until(async () => expect(isOver || (await written()) > before).toBe(true));
    if (!isOver) kills += 1;
    running.kill('SIGKILL');
    await ended;
  }
}

test('an import that is killed again and again ends with what the source has', async () => {
  expect(kills).toBeGreaterThan(2);
  expect(await lookedAt(here)).toEqual(await lookedAt(there));
});

test('a second run changes nothing', async () => {
  const before = await storedHere();
  const done = await importReference();
  expect(Object.keys(done).filter((what) => !what.endsWith('unchanged'))).toEqual([]);
  expect(await storedHere()).toEqual(before);
});

test('the report is empty where everything was carried over', async () => {
  expect(await readFile(join(directory, 'left-out.jsonl'), 'utf8')).toBe('');
});

test('a dry run counts what the source has, and writes nothing', async () => {
  const before = await storedHere();
  const report = join(directory, 'left-out.jsonl');
  await writeFile(report, 'of the import before\n');
  expect(await importReference('--dry-run')).toMatchObject({ groups: 3, peoplegroups: 1 });
  expect(await storedHere()).toEqual(before);
  expect(await readFile(report, 'utf8')).toBe('of the import before\n');
});

/** All that was carried over, version by version. */
async function storedHere(): Promise<unknown> {
  const collections = [
    ['records', ['records', 'edges', 'activity', 'shares', 'imported_records', 'private_values']],
    ['comments', ['comments']],
    ['users', ['saved_filters', 'imported_users']],
  ] as const;
  const found = collections.flatMap(([service, names]) =>
    names.map((name) => target.databaseOf(service).collection(name).find().sort({ _id: 1 }).toArray()),
  );
  return Promise.all(found);
}

test('nobody is notified of what is carried over', async () => {
  await target.settled();
  expect(await target.databaseOf('users').collection('notifications').countDocuments()).toBe(0);
  const events = await readEvents(target.bus, 'svc.events.comment.>');
  expect(events.length).toBeGreaterThan(0);
});
