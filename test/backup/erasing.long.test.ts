import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deadLetterStream, eventStream } from '@svc/contracts';
import { temporaryDirectory, until } from '@svc/testing';
import { copyKeys, runAdmin } from '../support/admin-tool.ts';
import { api, type Api } from '../support/http.ts';
import { tinyPicture } from '../support/tiny-picture.ts';
import { upload } from '../support/upload.ts';
import { openWorld, uniqueWord, type TestUser, type World } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';
/** A word in all texts about the person, and in no others. */
const word = uniqueWord();
const bystander = uniqueWord();

const directory = temporaryDirectory();
let world: World;
let mona: TestUser;
let mike: TestUser;
let http: Api;
let person: number;
let friend: number;
let backup: [file: string, option: string, key: string];

beforeAll(async () => {
  const key = join(directory, 'key');
  await writeFile(key, randomBytes(32));
  backup = [join(directory, 'backup'), '--key-file', key];
  world = await openWorld({
    env: {
      EXTENSIONS: join(import.meta.dirname, '../support/files-extension.ts'),
      // Mails are made only if a server could send them; here they wait for it.
      SMTP_URL: 'smtp://127.0.0.1:9',
    },
  });
  mona = await world.createUser({ role: 'multiplier', displayName: 'Mona' });
  mike = await world.createUser({ role: 'multiplier', displayName: 'Mike' });
  http = api(world, mona.token);
  friend = await made({ name: `Friend ${bystander}`, notes: [`with ${bystander}`] });
  person = await made({
    name: `Person ${word}`,
    contact_email: [{ value: `${word}@example.test` }],
    relation: { values: [{ value: friend }] },
    tasks: { values: [{ value: { note: `call ${word}` }, category: 'custom' }] },
    notes: [`first ${word}`],
  });
  await post(`${contacts}/${person}`, { nickname: `Nick ${word}`, assigned_to: `user-${mike.id}` });
  await post(`${contacts}/${person}/shares`, { user_id: mike.id });
  await post(`${contacts}/${person}/comments`, { comment: `@[Mike](${mike.id}) look at ${word}` });
  await post(`${contacts}/${friend}/comments`, { comment: `@[Mike](${mike.id}) and ${bystander}` });
  await bring(person, word);
  await bring(friend, bystander);
  await world.settled();
  await until(async () => expect(await searched(word)).not.toEqual([]));
  await runAdmin(world, 'backup', ...backup);
});

afterAll(async () => {
  await world?.close();
});

async function post(path: string, json: object) {
  const { status, body } = await http.post(path, { json, headers: { 'idempotency-key': uniqueWord() } });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

/** Uploads a file named after the person it is about. */
async function bring(id: number, about: string): Promise<void> {
  const files = [{ name: `${about}.txt`, bytes: `a file of ${about}` }];
  const { body } = await upload(world, mona.token, { id, fields: { meta_key: 'x_files' }, files });
  expect(body).toMatchObject({ uploaded: true });
}

/** The record of each object in the file storage; 0 for an object without a known file. */
async function ownersOfObjects(of: World = world): Promise<number[]> {
  const db = of.databaseOf('records');
  const files = await db.collection<{ _id: string; recordId: number }>('files').find().toArray();
  const objects = await db.collection<{ _id: string }>('objects.files').find().toArray();
  return objects.map(({ _id }) => files.find((file) => file._id === _id)?.recordId ?? 0);
}

const made = async (json: object): Promise<number> => (await post(contacts, json))['ID'] as number;

/** Collections with a document that contains the text. */
async function storedWith(text: string, of: World = world): Promise<string[]> {
  const found: string[] = [];
  for (const service of ['records', 'comments', 'users', 'search']) {
    const db = of.databaseOf(service);
    for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
      for await (const document of db.collection(name).find())
        if (JSON.stringify(document).includes(text)) found.push(`${service}.${name}`);
  }
  return [...new Set(found)].sort();
}

async function publishedWith(text: string): Promise<string[]> {
  const { streams } = await world.bus.jetstreamManager();
  const found: string[] = [];
  for (const stream of [eventStream, deadLetterStream]) {
    const { state } = await streams.info(stream);
    for (let seq = state.first_seq; seq <= state.last_seq && state.messages > 0; seq += 1) {
      const message = await streams.getMessage(stream, { seq }).catch(() => undefined);
      if (message && Buffer.from(message.data).includes(text)) found.push(message.subject);
    }
  }
  return found;
}

/** The search indexes that find the text. */
async function searched(text: string): Promise<string[]> {
  const { meiliUrl, meiliKey } = world.stack;
  const headers = { authorization: `Bearer ${meiliKey}`, 'content-type': 'application/json' };
  const ask = async (path: string, body?: object) => {
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    return (await fetch(`${meiliUrl}/${path}`, { headers, ...sent })).json() as Promise<{
      results?: { uid: string }[];
      hits?: unknown[];
    }>;
  };
  const { results = [] } = await ask('indexes?limit=1000');
  const found = await Promise.all(
    results.map(
      async ({ uid }) => ((await ask(`indexes/${uid}/search`, { q: text })).hits ?? []).length > 0 && uid,
    ),
  );
  return found.filter((uid) => uid !== false);
}

interface Erased {
  readonly traces: { where: string; what: string; count: number }[];
}

const eraseContact = async (...more: string[]) =>
  JSON.parse(await runAdmin(world, 'erase', 'contact', String(person), '--json', ...more)) as Erased;

test('the stored data of a person is listed and not erased without confirmation', async () => {
  const { traces } = await eraseContact();
  expect(traces.map(({ where }) => where)).toEqual(
    expect.arrayContaining([
      'records.records',
      'records.edges',
      'records.files',
      'comments.comments',
      'users.notifications',
      'users.mails',
    ]),
  );
  expect(await storedWith(word)).toEqual(expect.arrayContaining(['records.records', 'comments.comments']));
  await expect(runAdmin(world, 'erase', 'contact', '900000')).rejects.toThrow('There is no contact 900000');
});

test('erasing a person removes all data of that person and of nobody else', async () => {
  const others = await storedWith(bystander);
  const { traces } = await eraseContact('--yes');
  expect(traces).toEqual(
    expect.arrayContaining([
      { where: 'records.records', what: 'the record', count: 1 },
      { where: 'records.files', what: 'files', count: 1 },
      { where: 'comments.comments', what: 'comments', count: 2 },
      { where: 'SVC_EVENTS', what: 'events', count: expect.any(Number) },
    ]),
  );
  await world.settled();
  expect({
    stored: await storedWith(word),
    published: await publishedWith(word),
    searched: await searched(word),
  }).toEqual({
    stored: [],
    published: [],
    searched: [],
  });
  expect(await http.get(`${contacts}/${person}`)).toMatchObject({ status: 403 });
  const { body } = await http.get(`${contacts}/${friend}`);
  expect(body).not.toHaveProperty('relation.0');
  expect(await storedWith(bystander)).toEqual(others);
  expect((await eraseContact('--yes')).traces).toEqual([]);
  // Nobody can read the bytes any more, and a job will remove them.
  expect((await ownersOfObjects()).filter((id) => id !== person)).toEqual([friend]);
});

test('a restore of an older backup omits erased persons', async () => {
  const list = join(directory, 'erased.json');
  await writeFile(list, await runAdmin(world, 'erase', 'list', '--json'));
  const restored = await openWorld({
    beforeServices: async ({ dataDir, stack }) => {
      await copyKeys(world, { dataDir });
      const env = { MONGODB_URL: stack.mongodbUrl };
      const said = await runAdmin({ dataDir, env }, 'restore', ...backup, '--erased', list);
      expect(said).toContain('Erased persons left out: 1.');
    },
  });
  try {
    await restored.settled();
    expect(await storedWith(word, restored)).toEqual([]);
    await until(async () => expect(await ownersOfObjects(restored)).toEqual([friend]));
    const { body } = await api(restored, await restored.login(mona.username, mona.password)).get(
      `${contacts}/${friend}`,
    );
    expect(body).toMatchObject({ name: `Friend ${bystander}` });
    expect(body).not.toHaveProperty('relation.0');
  } finally {
    await restored.close();
  }
});

test('a user whom the person represents keeps no session, key, second factor, picture or account at a provider', async () => {
  const user = await world.createUser({ role: 'multiplier' });
  const by = api(world, user.token);
  const { body: made } = await by.post<{ key: string }>('svc/v1/keys', {
    json: { name: 'K', access: 'read' },
  });
  await by.post('svc/v1/second-factor/totp');
  await by.post('svc/v1/second-factor/passkeys/options');
  await by.post('svc/v1/user/avatar', { json: { picture: tinyPicture } });
  await world.settled();
  const db = world.databaseOf('users');
  const identity = { _id: 'https://id.example.org subject' as never, userId: user.id };
  await db.collection('provider_identities').insertOne(identity);
  const stored = async () => {
    const count = (name: string, filter: object) => db.collection(name).countDocuments(filter);
    return Promise.all([
      count('sessions', { userId: user.id }),
      count('api_keys', { userId: user.id }),
      count('second_factors', { _id: user.id as never }),
      count('passkey_challenges', { userId: user.id }),
      count('provider_identities', { userId: user.id }),
      count('avatars', { _id: user.id as never }),
      count('users', { _id: user.id as never, avatarKey: { $type: 'string' } }),
    ]);
  };
  expect(await stored()).toEqual([expect.any(Number), 1, 1, 1, 1, 1, 1]);
  await runAdmin(world, 'erase', 'contact', String(user.contactId), '--yes');
  expect(await stored()).toEqual([0, 0, 0, 0, 0, 0, 0]);
  await until(async () => {
    expect((await by.get('svc/v1/user/my')).status).toBe(403);
    expect((await api(world, made.key).get('svc-core/v1/settings')).status).toBe(401);
  });
});
