import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { commandConsumer, commandStream } from '@svc/contracts';
import { databaseName } from '@svc/service-kit/store';
import { temporaryDirectory, until } from '@svc/testing';
import { mongo } from 'mongoose';
import { ClientAtWork } from '../faults/client-at-work.ts';
import { copyKeys, runAdmin } from '../support/admin-tool.ts';
import { api, type Answer } from '../support/http.ts';
import { downloaded, upload } from '../support/upload.ts';
import { createLink } from '../support/site-link.ts';
import { openWorld, uniqueWord, type TestUser, type World } from '../support/world.ts';

const extension = join(import.meta.dirname, '../support/files-extension.ts');
const env = { PUBLIC_URL: 'http://records.example.test', EXTENSIONS: extension };
const contacts = 'svc-posts/v2/contacts';
const word = uniqueWord();

const directory = temporaryDirectory();
let source: World;
let restored: World;
let mona: TestUser;
let mike: TestUser;
let client: ClientAtWork;
/** Enough for several pieces. */
const bytes = randomBytes(700_000);
/** Records that were acknowledged before the backup began. */
let acknowledged: ClientAtWork['records'];
let expected: Stored;
let inside: Stored;
let ids: { known: number; asked: number };

/** Collection → documents as extended JSON, in the order of `_id`. */
type Stored = Readonly<Record<string, readonly string[]>>;

const services = ['records', 'comments', 'users'] as const;

beforeAll(async () => {
  const key = join(directory, 'key');
  const file = join(directory, 'backup');
  await writeFile(key, randomBytes(32));
  source = await openWorld({ env });
  mona = await source.createUser({ role: 'multiplier', displayName: 'Mona' });
  mike = await source.createUser({ role: 'multiplier', displayName: 'Mike' });
  ids = { ...(await makeRecords()), asked: 0 };
  await source.settled();
  const asked = await holdCommands(source, async () => {
    client = new ClientAtWork(source, mona.token, 2);
    await until(() => expect(client.records.length).toBeGreaterThan(5));
    acknowledged = structuredClone(client.records);
    await runAdmin(source, 'backup', file, '--key-file', key);
    await client.stop();
    const said = await runAdmin(source, 'restore', file, '--check', '--json', '--key-file', key);
    const { moment } = JSON.parse(said) as { moment: { t: number; i: number } };
    expected = await storedIn(source.stack.mongodbUrl, new mongo.Timestamp(moment));
  });
  ids = { ...ids, asked: asked.body['ID'] as number };
  restored = await openWorld({
    env,
    beforeServices: async (servers) => {
      await copyKeys(source, servers);
      const { mongodbUrl: MONGODB_URL } = servers.stack;
      const { dataDir } = servers;
      await runAdmin({ dataDir, env: { MONGODB_URL } }, 'restore', file, '--key-file', key);
      inside = await storedIn(MONGODB_URL);
    },
  });
  await Promise.all([source.settled(), restored.settled()]);
});

afterAll(async () => {
  await source?.close();
  await restored?.close();
});

/** Creates one thing of each kind that a backup contains, which the writers do not change. */
async function makeRecords(): Promise<Omit<typeof ids, 'asked'>> {
  const http = api(source, mona.token);
  const made = async (path: string, json: object): Promise<number> => {
    const { status, body } = await http.post(path, { json });
    expect({ status, body }).toMatchObject({ status: 200 });
    return body['ID'] as number;
  };
  const friend = await made(contacts, { name: `Friend ${word}`, tags: { values: [{ value: 'known' }] } });
  const group = await made('svc-posts/v2/groups', { name: `Group ${word}` });
  const known = await made(contacts, {
    name: `Known ${word}`,
    contact_phone: [{ value: '+49 151 2345' }],
    groups: { values: [{ value: group }] },
    relation: { values: [{ value: friend }] },
    notes: ['told at once'],
  });
  await http.post(`${contacts}/${known}`, { json: { nickname: 'Ken', assigned_to: `user-${mike.id}` } });
  await http.post(`${contacts}/${known}/shares`, { json: { user_id: mike.id } });
  await http.post(`${contacts}/${known}/comments`, {
    json: { comment: `@[Mike](${mike.id}) look at ${word}` },
  });
  const files = [{ name: 'paper.bin', bytes }];
  const { body } = await upload(source, mona.token, { id: known, fields: { meta_key: 'x_files' }, files });
  expect(body).toMatchObject({ uploaded: true });
  const filter = { ID: 'f1', name: 'Mine', query: { tags: ['known'] }, labels: [] };
  await http.post('svc/v1/users/save_filters', { json: { post_type: 'contacts', filter } });
  await createLink(source);
  return { known };
}

/** Runs `work` while the consumer of commands is paused, and the command of a new contact with a note waits. Returns that contact. */
async function holdCommands(world: World, work: () => Promise<void>): Promise<Answer> {
  const { streams } = await world.bus.jetstreamManager();
  const pause = `$JS.API.CONSUMER.PAUSE.${commandStream}.${commandConsumer('comments').durable}`;
  const pauseUntil = new Date(Date.now() + 600_000).toISOString();
  await world.bus.request(pause, JSON.stringify({ pause_until: pauseUntil }));
  const json = { name: `Asked ${word}`, notes: [`kept ${word}`] };
  const asked = api(world, mona.token).post(contacts, { json });
  await until(async () => expect((await streams.info(commandStream)).state.messages).toBe(1));
  await until(async () =>
    expect(await world.databaseOf('records').collection('outbox').countDocuments()).toBe(0),
  );
  await work();
  await world.bus.request(pause, '{}');
  return asked;
}

/** The documents of the services, now or at a cluster time. */
async function storedIn(url: string, at?: mongo.Timestamp): Promise<Stored> {
  const client = await new mongo.MongoClient(url).connect();
  const stored: Record<string, readonly string[]> = {};
  for (const service of services) {
    const db = client.db(databaseName(url, service));
    for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
      const readConcern = at ? { level: 'snapshot', atClusterTime: at } : { level: 'local' };
      const documents = await db.runCursorCommand({ find: name, sort: { _id: 1 }, readConcern }).toArray();
      const lines = documents.map((each) => mongo.BSON.EJSON.stringify(each));
      if (lines.length > 0) stored[`${service}.${name}`] = lines;
    }
  }
  await client.close();
  return stored;
}

const notCompared = [
  'schema_version',
  'page_cursors',
  'failed_logins',
  'value_checks',
  'outbox',
  'mails',
  'pushes',
];

test('a restore has exactly the documents at the time of the backup', () => {
  const compared = (stored: Stored) =>
    Object.fromEntries(
      Object.entries(stored).filter(([name]) => !notCompared.includes(name.split('.')[1] ?? '')),
    );
  expect(compared(inside)).toEqual(compared(expected));
  expect(Object.keys(compared(inside))).toEqual(
    expect.arrayContaining(['records.edges', 'records.activity', 'comments.comments', 'users.site_links']),
  );
});

test('pending commands of the outbox are executed after a restore', async () => {
  const comments = async (world: World) => {
    const path = `${contacts}/${ids.asked}/comments`;
    const { body } = await api(world, await world.login(mona.username, mona.password)).get<{
      comments: { comment_content: string }[];
    }>(path);
    return body.comments.map(({ comment_content: content }) => content);
  };
  expect(await comments(restored)).toEqual([`kept ${word}`]);
  expect(await comments(source)).toEqual([`kept ${word}`]);
});

test('a restore has all acknowledged writes, with consistent connections and history', async () => {
  const of = <Found>(name: string) =>
    (inside[name] ?? []).map((line) => mongo.BSON.EJSON.parse(line) as Found);
  const records = of<{ _id: number; fields: Record<string, unknown>; listedRowCount: number }>(
    'records.records',
  );
  const byId = new Map(records.map((record) => [record._id, record]));
  for (const { id, nicknames } of acknowledged) {
    expect(byId.has(id)).toBe(true);
    if (nicknames.length > 0) expect(byId.get(id)?.fields).toHaveProperty('nickname');
  }
  const rows = new Map<number, number>();
  for (const { recordId, listed } of of<{ recordId: number; listed: boolean }>('records.activity'))
    if (listed) rows.set(recordId, (rows.get(recordId) ?? 0) + 1);
  for (const { _id, listedRowCount } of records)
    expect([_id, rows.get(_id) ?? 0]).toEqual([_id, listedRowCount]);
  for (const { from, to } of of<{ from: number; to: number }>('records.edges'))
    expect([from, to].filter((id) => !byId.has(id))).toEqual([]);
});

test('a restored file has the same bytes and the same address', async () => {
  const { body } = await api(source, mona.token).get<{ x_files: { key: string; url: string }[] }>(
    `${contacts}/${ids.known}`,
  );
  const [file] = body.x_files;
  const token = await restored.login(mona.username, mona.password);
  const named = { id: ids.known, meta_key: 'x_files', file_key: file?.key ?? '' };
  const addressed = await fetch(restored.gatewayUrl + new URL(file?.url ?? '').pathname);
  for (const answer of [await downloaded(restored, token, named), addressed])
    expect(bytes.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
});

const askings: [string, () => string][] = [
  ['a record', () => `${contacts}/${ids.known}`],
  ['a list', () => `${contacts}?text=${word}&sort=name`],
  ['search', () => `svc-posts/v2/posts/search/advanced_search?query=${word}&post_type=all&offset=0`],
];

test.each(askings)('a restore answers as before: %s', async (_what, pathOf) => {
  const answerOf = async (world: World) => {
    const token = await world.login(mona.username, mona.password);
    const { status, body } = await api(world, token).get(pathOf());
    expect(status).toBe(200);
    return body;
  };
  const before = await answerOf(source);
  expect(JSON.stringify(before)).toContain(word);
  await until(async () => expect(await answerOf(restored)).toEqual(before));
});
