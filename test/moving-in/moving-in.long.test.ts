import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordsImportLocations } from '@svc/contracts';
import type { Env } from '@svc/local-stack';
import { readEvents, sized, temporaryDirectory, until } from '@svc/testing';
import { admin, runAdmin } from '../support/admin-tool.ts';
import { gridRows } from '../support/grid.ts';
import { api, type Api } from '../support/http.ts';
import { openWorld, type TestUser, type World } from '../support/world.ts';
import { seenFiles } from './fill-files.ts';
import { fillSource, groupsOf } from './fill-source.ts';
import { lookedAt } from './looked-at.ts';
import { storedHere } from './stored-here.ts';

const open = (env: Env = {}) =>
  openWorld({ instances: { search: 0 }, env: { NAMESPACE_PREFIXES: 'svc,dt', ...env } });
/** In earnest an installation has 20,000: `docs/adr/0019-moving-in.md` has the figures of that. */
const contacts = Number(process.env['CONTACTS'] ?? 40);
/** An import is over with it, whatever it imports. */
const heapLimit = '--max-old-space-size=96';
const extensions = ['../support/extra-fields.ts', '../support/files-extension.ts', 'visits-extension.ts'];

let source: World;
/** It has none of what the source has declared. */
let bare: World;
let target: World;
const directory = temporaryDirectory();
let ada: TestUser;
let there: Api;
let kills = 0;

beforeAll(async () => {
  const named = extensions.map((file) => join(import.meta.dirname, file)).join(',');
  source = await open({ EXTENSIONS: named });
  bare = await open();
  ada = await source.createUser({ role: 'administrator', username: 'ada', displayName: 'Ada' });
  there = api(source, ada.token);
  await fillSource(source, ada, contacts);
  await source.settled();
});

afterAll(async () => {
  await source?.close();
  await bare?.close();
  await target?.close();
});

/** Where an import into a world keeps what it has to keep. */
const directoryOf = (world: World) => join(directory, world === bare ? 'bare' : 'target');

/** Runs the import to its end; what it has done, by what it is. */
async function importInto(world: World, ...more: string[]): Promise<Record<string, number>> {
  const process = start(world, ...more);
  const [said, errors] = await Promise.all([process.stdout.toArray(), process.stderr.toArray()]);
  const text = Buffer.concat(said as Buffer[]).toString();
  if (text === '') throw new Error(Buffer.concat(errors as Buffer[]).toString());
  return (JSON.parse(text) as { done: Record<string, number> }).done;
}

function start(world: World, ...more: string[]) {
  const [program, settings] = admin(world);
  const account = ['--url', source.gatewayUrl, '--user', ada.username, '--password', ada.password];
  const args = ['import', 'reference', '--json', '--allow-http', ...account, '--dir', directoryOf(world)];
  return spawn(process.execPath, [heapLimit, program, ...args, ...more], { env: settings });
}

test('an import is refused while types or fields of the source are not declared', async () => {
  await expect(importInto(bare)).rejects.toThrow('Nothing was imported');
  expect(await bare.databaseOf('records').collection('records').countDocuments()).toBe(0);
  expect(await bare.databaseOf('users').collection('imported_users').countDocuments()).toBe(0);
});

test('--skip-missing leaves out undeclared types, fields and roles and reports them', async () => {
  const done = await importInto(bare, '--skip-missing');
  expect(done).toMatchObject({ 'groups created': groupsOf(contacts), 'users created': 4 });
  expect(done).not.toHaveProperty('visits created');
  const lines = (await readFile(join(directoryOf(bare), 'left-out.jsonl'), 'utf8')).trim().split('\n');
  const leftOut = lines.map((line) => JSON.parse(line) as Record<string, string>);
  expect(leftOut).toEqual(
    expect.arrayContaining([
      { what: 'visits', reason: 'The post type is not declared here.' },
      { what: expect.stringMatching(/^users\//), part: 'roles', reason: 'There is no role guide.' },
      {
        what: expect.stringMatching(/^contacts\//),
        part: 'x_rating',
        reason: 'The post type has no such field.',
      },
      {
        what: expect.stringMatching(/^contacts\//),
        part: 'x_files',
        reason: expect.stringContaining('The file could not be stored'),
      },
    ]),
  );
  await bare.close();
});

test('an import that is killed repeatedly ends with the data of the source', async () => {
  target = await open({ EXTENSIONS: join(directoryOf(bare), 'declarations.mjs') });
  await target.ask(recordsImportLocations, { rows: [...gridRows] });
  await importKilled(sized(4, 6));
  await importInto(target);
  expect(kills).toBeGreaterThan(2);
  await runAdmin(target, 'user', 'set-password', '--username', ada.username, '--password', ada.password);
  const token = await target.login(ada.username, ada.password);
  expect(await lookedAt(api(target, token))).toEqual(await lookedAt(there));
  expect(await seenFiles(target, { ...ada, token }, 'Contact 1')).toEqual(
    await seenFiles(source, ada, 'Contact 1'),
  );
}, 300_000);

/** Begins the import that many times, and kills it each time when it has written about an equal part more. */
async function importKilled(times: number): Promise<void> {
  const total = await written(source);
  for (let time = 1; time <= times; time += 1) {
    const running = start(target);
    const ended = once(running, 'exit');
    let isOver = false;
    void ended.then(() => (isOver = true));
    const part = (total * time) / (times + 1);
    await until(async () => expect(isOver || (await written(target)) >= part).toBe(true), 30 * 60_000);
    if (!isOver) kills += 1;
    running.kill('SIGKILL');
    await ended;
  }
}

/** The documents of what an import writes most of. */
async function written(world: World): Promise<number> {
  const counts = ['records', 'files', 'activity', 'edges'].map((name) =>
    world.databaseOf('records').collection(name).estimatedDocumentCount(),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

test('a second run changes nothing', async () => {
  const before = await storedHere(target);
  const done = await importInto(target);
  expect(Object.keys(done).filter((what) => !what.endsWith('unchanged'))).toEqual([]);
  expect(await storedHere(target)).toEqual(before);
});

test('the report is empty after a complete import', async () => {
  expect(await readFile(join(directoryOf(target), 'left-out.jsonl'), 'utf8')).toBe('');
});

test('a later run imports changes of the source and keeps files', async () => {
  const { body: list } = await there.get<{ posts: { ID: number; name: string }[] }>(
    'dt-posts/v2/contacts?sort=name&limit=1000',
  );
  const id = list.posts.find(({ name }) => name === 'Contact 1')?.ID;
  await there.post(`dt-posts/v2/contacts/${id}`, { json: { nickname: 'Since then' } });
  await source.settled();
  const files = await target.databaseOf('records').collection('files').find().sort({ _id: 1 }).toArray();
  expect(await importInto(target)).toMatchObject({ 'contacts changed': 1 });
  expect(await target.databaseOf('records').collection('files').find().sort({ _id: 1 }).toArray()).toEqual(
    files,
  );
  const token = await target.login(ada.username, ada.password);
  expect(await seenFiles(target, { ...ada, token }, 'Contact 1')).toEqual(
    await seenFiles(source, ada, 'Contact 1'),
  );
});

test('a dry run counts the data of the source and writes nothing', async () => {
  const before = await storedHere(target);
  const report = join(directoryOf(target), 'left-out.jsonl');
  await writeFile(report, 'of the import before\n');
  expect(await importInto(target, '--dry-run')).toMatchObject({
    groups: groupsOf(contacts),
    peoplegroups: 1,
  });
  expect(await storedHere(target)).toEqual(before);
  expect(await readFile(report, 'utf8')).toBe('of the import before\n');
});

test('an import makes no notifications', async () => {
  await target.settled();
  expect(await target.databaseOf('users').collection('notifications').countDocuments()).toBe(0);
  const events = await readEvents(target.bus, 'svc.events.comment.>');
  expect(events.length).toBeGreaterThan(0);
});
