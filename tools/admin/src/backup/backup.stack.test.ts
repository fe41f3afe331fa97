import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { commandStream, commandSubject, eventStream, purgeComments } from '@svc/contracts';
import { startS3Server, type TestS3Server } from '@svc/object-storage/testing/s3-server';
import { createKeyring, ensureStreams, keyringFile } from '@svc/service-kit';
import {
  dropDatabases,
  ServiceHarness,
  sharedServers,
  temporaryDirectory,
  throwAwayStack,
  type ThrowAwayStack,
} from '@svc/testing';
import { mongo } from 'mongoose';
import { HeardProgress } from '../testing/heard-progress.ts';
import { refused, run } from '../testing/run.ts';
import { backedUp, openDatabases, type BackedUp, type Databases } from '../databases.ts';
import { readAdminConfig } from '../config.ts';
import { newName } from './backup-place.ts';
import { openPlace } from './find-backup.ts';
import { folderPlace } from './folder-place.ts';
import { makeBackup } from './make-backup.ts';
import { differencesOf } from './restore-drill.ts';
import { checkBackup, restoreBackup } from './restore-backup.ts';
import type { Secret } from './seal.ts';

const secret: Secret = { kind: 'key file', bytes: randomBytes(32) };
const { Binary, Double, Int32, Long } = mongo;

let stack: ThrowAwayStack;
let harness: ServiceHarness;
const directory = temporaryDirectory();
let source: Databases;
let env: Record<string, string>;
let keyFile: string;
let file: string;
const targets: string[] = [];

beforeAll(async () => {
  stack = await throwAwayStack({ hasOwnBus: true });
  // Without the collections of the suite before.
  await dropDatabases(stack.mongodbUrl);
  harness = await ServiceHarness.open(stack);
  await createKeyring(directory);
  keyFile = join(directory, 'key');
  await writeFile(keyFile, secret.bytes);
  const { mongodbUrl: MONGODB_URL, natsUrl, natsKeysDir } = stack;
  env = {
    MONGODB_URL,
    NATS_URL: natsUrl,
    NATS_NKEY_FILE: join(natsKeysDir ?? '', 'admin.nk'),
    KEYRING_FILE: keyringFile(directory, 'admin'),
  };
  source = await openDatabases(MONGODB_URL);
  await fill(source);
  file = join(directory, 'whole');
  expect(await backUp(file)).toMatchObject({ code: 0 });
});

afterAll(async () => {
  await source?.close();
  for (const url of targets) await dropDatabases(url);
  await harness?.close();
  await stack?.stop();
});

/** Documents of every type that is stored, more of one collection than a piece has. */
async function fill(databases: Databases): Promise<void> {
  const text = 'x'.repeat(2_000);
  const records = Array.from({ length: 1_500 }, (_nothing, _id) => ({ _id: new Int32(_id + 1), text }));
  const collation = { locale: 'en', numericOrdering: true };
  await databases.of('records').createCollection('records', { collation });
  const kinds = [
    { _id: new Int32(1), small: new Int32(1), large: new Long('9007199254740993'), real: new Double(1) },
    {
      _id: 'text',
      none: null,
      bytes: new Binary(Buffer.of(1, 2)),
      date: new Date(5),
      nested: { b: [1, { a: true }] },
    },
    { _id: new mongo.ObjectId(), pattern: /a/i, time: new mongo.Timestamp({ t: 5, i: 6 }) },
  ];
  const mail = { claim: 'somebody', content: null };
  const mails = ['waiting', 'sending', 'sent', 'failed'].map((state) => ({ _id: state, state, ...mail }));
  const filled: [service: BackedUp | 'search', collection: string, documents: object[]][] = [
    ['records', 'records', records],
    ['users', 'kinds', kinds],
    ['users', 'mails', mails],
    ['users', 'failed_logins', [{ count: 1 }]],
    ['search', 'records', [{ derived: true }]],
    ...backedUp.map((service): (typeof filled)[number] => [
      service,
      'schema_version',
      [{ _id: 'schema', version: 1, readableFrom: 0 }],
    ]),
  ];
  for (const [service, collection, documents] of filled)
    await databases.of(service).collection(collection).insertMany(documents);
}

let target: Databases;
let targetUrl: string;

beforeEach(async () => {
  targetUrl = sharedServers()['MONGODB_URL'] ?? '';
  targets.push(targetUrl);
  target = await openDatabases(targetUrl);
});

afterEach(() => target.close());

async function everything(databases: Databases): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const service of [...backedUp, 'search'] as const)
    for (const { name, options } of (await databases
      .of(service)
      .listCollections()
      .toArray()) as mongo.CollectionInfo[]) {
      const all = databases.of(service).collection(name).find({}, { promoteValues: false }).sort({ _id: 1 });
      const documents = await all
        .map((each) => mongo.BSON.EJSON.stringify(each, { relaxed: false }))
        .toArray();
      if (documents.length > 0) found[`${service}.${name}`] = { options, documents };
    }
  return found;
}

const backUp = (path: string) => run(['backup', path, '--key-file', keyFile], env);
const restore = (path: string) =>
  run(['restore', path, '--key-file', keyFile], { ...env, MONGODB_URL: targetUrl });

test('a restore brings back all documents, with the type of each number', async () => {
  const { code, stdout, stderr } = await restore(file);
  expect({ code, stderr: stderr.split('\n').at(-1) }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^Restored 1507 documents as of 20.*\n$/);
  const {
    'search.records': _derived,
    'users.failed_logins': _logins,
    'users.mails': mails,
    ...kept
  } = await everything(source);
  const { 'users.mails': restoredMails, ...restored } = await everything(target);
  expect(restored).toEqual(kept);
  expect(JSON.stringify(mails)).toContain('waiting');
  const states = (JSON.stringify(restoredMails).match(/state\\":\\"\w+/g) ?? []).map((each) =>
    each.slice(10),
  );
  expect(states.sort()).toEqual(['failed', 'sent', 'uncertain', 'uncertain']);
});

function interruptedAt(step: number): HeardProgress {
  let shown = 0;
  return new HeardProgress(() => {
    shown += 1;
    if (shown === step) throw new Error('interrupted');
  });
}

test('an interrupted restore resumes, and blocks services and other backups until it is complete', async () => {
  const stored = { place: folderPlace(directory), name: 'whole' };
  const checked = await checkBackup({ ...stored, secret, report: new HeardProgress() });
  const work = { ...stored, secret, databases: target };
  await expect(restoreBackup({ ...work, report: interruptedAt(4) }, checked)).rejects.toThrow('interrupted');
  expect(await target.of('users').collection('schema_version').findOne()).toMatchObject({
    restoring: { backup: checked.begin.backup },
  });
  const other = join(directory, 'other');
  expect(await backUp(other)).toMatchObject({ code: 0 });
  expect(await restore(other)).toEqual(refused('another backup'));
  const { code, stderr } = await restore(file);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('Resuming') });
  const count = (databases: Databases) => databases.of('records').collection('records').countDocuments();
  expect(await count(target)).toBe(await count(source));
});

test('a drill restores the newest backup into scratch databases, compares counts, and drops them', async () => {
  const folder = join(directory, 'drilled');
  expect(await run(['backup', '--to', folder, '--key-file', keyFile], env)).toMatchObject({ code: 0 });
  const settings = { ...env, DRILL_MONGODB_URL: targetUrl };
  const args = ['backup', 'drill', folder, '--max-age', '1', '--json', '--key-file', keyFile];
  const { code, stdout, stderr } = await run(args, settings);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('could not note') });
  expect(JSON.parse(stdout)).toMatchObject({ documents: 1507, collections: 3 });
  expect(await everything(target)).toEqual({});
  const all = await target.client.db('admin').admin().listDatabases({ nameOnly: true });
  expect(all.databases.filter(({ name }) => name.includes('_drill_'))).toEqual([]);
});

test('a drill finds missing documents', async () => {
  const stored = { place: folderPlace(directory), name: 'whole', secret, report: new HeardProgress() };
  const checked = await checkBackup(stored);
  await restoreBackup({ ...stored, databases: target }, checked);
  expect(await differencesOf(target, checked.counts)).toEqual([]);
  await target
    .of('records')
    .collection<{ _id: number }>('records')
    .deleteMany({ _id: { $lte: 2 } });
  expect(await differencesOf(target, checked.counts)).toEqual([
    'records.records has 1498 documents instead of 1500',
  ]);
});

test('an interrupted backup resumes at its moment', async () => {
  const path = join(directory, 'part');
  const place = folderPlace(directory);
  const work = { place, name: 'part', unfinished: undefined, secret, databases: source, bus: harness.bus };
  await expect(makeBackup({ ...work, report: interruptedAt(4) })).rejects.toThrow('interrupted');
  await expect(stat(path)).rejects.toThrow('ENOENT');
  const records = source.of('records').collection<{ _id: number }>('records');
  await records.insertOne({ _id: 5_000 });
  const { code, stderr } = await backUp(path);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('Resuming ') });
  await records.deleteOne({ _id: 5_000 });
  expect(await restore(path)).toMatchObject({ code: 0 });
  const restored = await everything(target);
  expect(restored['records.records']).toEqual((await everything(source))['records.records']);
  expect(await backUp(path)).toEqual(refused('already exists'));
});

test('messages between services are in the backup and return to the outbox of their sender', async () => {
  await ensureStreams(await harness.bus.jetstreamManager(), { warn: () => {} });
  await harness.publish({ id: 'done', subject: 'svc.events.record.contacts.created', content: {} });
  const manager = await harness.bus.jetstreamManager();
  const subjects = ['svc.events.record.*.>'];
  const durable = { durable_name: 'users-notifications', ack_policy: 'explicit', filter_subjects: subjects };
  await manager.consumers.add(eventStream, durable as never);
  const consumer = await harness.bus.jetstream().consumers.get(eventStream, durable.durable_name);
  await (await consumer.next())?.ackAck();
  const told = 'svc.events.record.contacts.updated';
  const asked = commandSubject(purgeComments);
  await harness.publish({ id: 'told', subject: told, content: { is: 2 } });
  await harness.publish({ id: 'asked', subject: asked, content: { is: 1 } }, 'records');
  const path = join(directory, 'on-its-way');
  expect(await backUp(path)).toMatchObject({ code: 0 });
  expect(await restore(path)).toMatchObject({ code: 0 });
  expect(await target.of('records').collection('outbox').find().sort({ _id: 1 }).toArray()).toMatchObject([
    { _id: 'asked', kind: 'command', subject: asked, body: '{"is":1}' },
    { _id: 'told', kind: 'event', subject: told, body: '{"is":2}' },
  ]);
  await manager.streams.purge(eventStream);
  await manager.streams.purge(commandStream);
});

test('a backup is restored into an empty installation only', async () => {
  await target.of('search').collection('anything').insertOne({ is: 'there' });
  expect(await restore(file)).toEqual(refused('is not empty'));
  expect(Object.keys(await everything(target))).toEqual(['search.anything']);
});

test('a backup that was changed is refused before anything is written', async () => {
  const path = join(directory, 'changed');
  const bytes = await readFile(file);
  const middle = bytes.length >> 1;
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  await writeFile(path, bytes);
  expect(await restore(path)).toEqual(refused('is corrupt: piece'));
  expect(await everything(target)).toEqual({});
});

test('a backup of a newer program is refused', async () => {
  const states = source.of('users').collection<{ _id: string }>('schema_version');
  await states.updateOne({ _id: 'schema' }, { $set: { version: 900, readableFrom: 900 } });
  const path = join(directory, 'newer');
  expect(await backUp(path)).toMatchObject({ code: 0 });
  await states.updateOne({ _id: 'schema' }, { $set: { version: 1, readableFrom: 0 } });
  expect(await restore(path)).toEqual(refused('users has schema version 900'));
  expect(await everything(target)).toEqual({});
});

test.each([
  [{ BACKUP_PASSPHRASE: 'short' }, 'at least 12 characters'],
  [{ BACKUP_PASSPHRASE: '' }, 'no terminal'],
])('%j is refused as the secret of a backup', async (more, message) => {
  expect(await run(['backup', join(directory, 'none')], { ...env, ...more })).toEqual(refused(message));
});

describe('backups in an object storage', () => {
  let server: TestS3Server;
  let address: string;

  beforeAll(async () => {
    server = await startS3Server();
    address = `s3://${server.bucket}/nightly`;
    env = { ...env, ...server.env };
  });

  afterAll(() => server?.stop());

  const backUpTo = (...options: string[]) =>
    run(['backup', '--to', address, '--json', '--key-file', keyFile, ...options], env);

  test('a backup of several parts is stored, verified and restored from there', async () => {
    const random = { _id: 'random', bytes: randomBytes(15_000_000) };
    const large = source.of('comments').collection<{ _id: string }>('large');
    await large.insertMany([random, { ...random, _id: 'again', bytes: randomBytes(15_000_000) }]);
    const { code, stdout } = await backUpTo('--verify');
    await large.drop();
    expect(code).toBe(0);
    const { file: object, bytes, documents, verified } = JSON.parse(stdout) as Record<string, unknown>;
    expect(verified).toBe(true);
    expect(object).toMatch(/^s3:\/\/files\/nightly\/records-service-\d{8}T\d{6}Z\.backup$/);
    expect(bytes).toBeGreaterThan(30_000_000);
    expect(documents).toBe(1_509);
    expect(await restore(String(object))).toMatchObject({ code: 0 });
    expect(await target.of('comments').collection('large').countDocuments()).toBe(2);
    const newest = await run(['restore', `${address}/`, '--check', '--key-file', keyFile], env);
    expect(newest.stdout).toContain(`${String(object)} is intact`);
  });

  test('only the newest backups are kept, and other objects stay', async () => {
    const place = await openPlace(address, adminConfig());
    const [first] = await place.names();
    for (const name of ['records-service-20200101T000000Z.backup', 'before-the-move.backup']) {
      const sink = await place.create(name);
      await sink.write(Buffer.from('old'));
      await sink.complete();
    }
    const { code, stdout } = await backUpTo('--keep', '2');
    expect(code).toBe(0);
    const { file: object, deleted } = JSON.parse(stdout) as { file: string; deleted: string[] };
    expect(deleted).toEqual(['records-service-20200101T000000Z.backup']);
    expect(await place.names()).toEqual([first, basename(object)]);
    expect(await place.has('before-the-move.backup')).toBe(true);
    place.close();
  });

  test('a failed backup leaves no object and deletes no older one', async () => {
    const place = await openPlace(address, adminConfig());
    const before = await place.names();
    const work = { place, name: newName(new Date(0)), unfinished: undefined, secret, databases: source };
    await expect(makeBackup({ ...work, bus: harness.bus, report: interruptedAt(4) })).rejects.toThrow(
      'interrupted',
    );
    expect(await place.names()).toEqual(before);
    place.close();
    const wrong = { ...env, S3_ACCESS_KEY_ID: 'wrong' };
    const args = ['backup', '--to', address, '--keep', '1', '--key-file', keyFile];
    expect(await run(args, wrong)).toEqual(refused(`${address}/`));
    expect(await run(args, { ...env, S3_ENDPOINT: 'http://127.0.0.1:1' })).toEqual(refused('cannot be'));
  });

  const adminConfig = () => readAdminConfig(env);
});

test('backups to a folder continue the newest unfinished one there, and only the newest are kept', async () => {
  const folder = join(directory, 'nightly');
  const place = folderPlace(folder);
  const [first, older, newer, running] = [0, 1, 2, 3].map((day) => newName(new Date(day * 86_400_000)));
  const work = { place, unfinished: undefined, secret, databases: source, bus: harness.bus };
  const begin = (name = '') => makeBackup({ ...work, name, report: interruptedAt(4) });
  const to = async () => {
    const done = await run(['backup', '--to', folder, '--keep', '1', '--json', '--key-file', keyFile], env);
    return { stderr: done.stderr, ...(JSON.parse(done.stdout) as { file: string; deleted: string[] }) };
  };
  await makeBackup({ ...work, name: first ?? '', report: new HeardProgress() });
  for (const name of [older, newer]) {
    await expect(begin(name)).rejects.toThrow('interrupted');
    await utimes(join(folder, `${name}.part`), 0, 0);
  }
  const resumed = await to();
  expect(resumed).toMatchObject({ file: join(folder, newer ?? ''), deleted: [first] });
  expect(resumed.stderr).toContain('Resuming ');
  expect(await readdir(folder)).toEqual([newer]);
  // Its part was written a moment ago, as by a backup that runs.
  await expect(begin(running)).rejects.toThrow('interrupted');
  const { file: made, deleted } = await to();
  expect(deleted).toEqual([newer]);
  expect((await readdir(folder)).sort()).toEqual([`${running}.part`, basename(made)]);
});

test.each([
  [[], 'either a file or a place'],
  [['a', '--to', 'b'], 'either a file or a place'],
  [['a', '--keep', '2'], '--keep needs a place'],
])('backup %j is wrong usage', async (args, message) => {
  expect(await run(['backup', ...args], env)).toEqual(refused(message, 2));
});
