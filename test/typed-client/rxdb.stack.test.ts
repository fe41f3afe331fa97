import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createRxDatabase, type RxCollection, type RxDatabase, type WithDeleted } from 'rxdb';
import { replicateRxCollection, type RxReplicationState } from 'rxdb/plugins/replication';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { Subject } from 'rxjs';
import { until } from '@svc/testing';
import { api, make, type Api } from '../support/http.ts';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';

interface Contact {
  /** RxDB needs a text. */
  id: string;
  name: string;
  nickname: string;
  version: number;
}

interface Checkpoint {
  readonly cursor: string;
}

interface Changes {
  readonly records: readonly { readonly ID: number; readonly name: string; readonly nickname?: string }[];
  readonly versions: Readonly<Record<string, number>>;
  readonly removed: readonly number[];
  readonly cursor: string;
}

const schema = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 20 },
    name: { type: 'string' },
    nickname: { type: 'string' },
    version: { type: 'number' },
  },
  required: ['id', 'name', 'nickname', 'version'],
} as const;

let world: World;
let user: TestUser;
let http: Api;
let database: RxDatabase<{ contacts: RxCollection<Contact> }>;
let replication: RxReplicationState<Contact, Checkpoint>;
const stream = new AbortController();

/** A replication as the guide of live changes describes it: pages of `changes`, writes with `If-Match`, and the event stream. */
beforeAll(async () => {
  world = await worldInCommon();
  user = await world.createUser({ role: 'multiplier' });
  http = api(world, user.token);
  database = await createRxDatabase({ name: `contacts-${user.id}`, storage: getRxStorageMemory() });
  const { contacts } = await database.addCollections({ contacts: { schema } });
  const changed = new Subject<'RESYNC'>();
  void follow(() => changed.next('RESYNC'));
  replication = replicateRxCollection<Contact, Checkpoint>({
    collection: contacts as RxCollection<Contact>,
    replicationIdentifier: `${world.gatewayUrl} contacts`,
    retryTime: 200,
    pull: { handler: pull, batchSize: 20, stream$: changed },
    push: { handler: (rows) => Promise.all(rows.map(push)).then((results) => results.flat()) },
  });
});

afterAll(async () => {
  stream.abort();
  await replication?.cancel();
  await database?.close();
});

async function follow(onChange: () => void): Promise<void> {
  const headers = { authorization: `Bearer ${user.token}` };
  const url = `${world.gatewayUrl}/wp-json/svc/v1/events?post_type=contacts`;
  const response = await fetch(url, { headers, signal: stream.signal });
  if (!response.body) throw new Error('The event stream has no body.');
  try {
    for await (const line of createInterface({ input: Readable.fromWeb(response.body) }))
      if (line.startsWith('event: record.')) onChange();
  } catch (error) {
    if (!stream.signal.aborted) throw error;
  }
}

async function pull(checkpoint: Checkpoint | undefined, limit: number) {
  const since = checkpoint ? `&since=${encodeURIComponent(checkpoint.cursor)}` : '';
  const { body } = await http.get<Changes>(`svc/v1/changes?post_type=contacts&limit=${limit}${since}`);
  const present = body.records.map((record) => documentOf(record, body.versions[record.ID] ?? 0));
  const gone = body.removed.map((id) => ({ ...documentOf({ ID: id, name: '' }, 0), _deleted: true }));
  return { documents: [...present, ...gone], checkpoint: { cursor: body.cursor } };
}

function documentOf(
  { ID, name, nickname = '' }: Changes['records'][number],
  version: number,
): WithDeleted<Contact> {
  return { id: String(ID), name, nickname, version, _deleted: false };
}

/** Sends one write; returns the present state if somebody else has changed the record. */
async function push({
  newDocumentState: mine,
  assumedMasterState: known,
}: {
  readonly newDocumentState: WithDeleted<Contact>;
  readonly assumedMasterState?: WithDeleted<Contact>;
}): Promise<WithDeleted<Contact>[]> {
  const path = `svc-posts/v2/contacts/${mine.id}`;
  if (mine._deleted) {
    await http.delete(path);
    return [];
  }
  const headers = { 'If-Match': `"${known?.version ?? 0}.x"` };
  const answer = await http.post(path, { json: { nickname: mine.nickname }, headers });
  if (answer.status !== 412) return [];
  const now = await http.get<Changes['records'][number]>(path);
  return [documentOf(now.body, Number(/^"(\d+)/.exec(now.headers.get('etag') ?? '')?.[1]))];
}

const local = () => database.contacts;
const nicknameOf = async (id: number) => (await local().findOne(String(id)).exec())?.nickname;

test('records of the service arrive in pages, and their changes and deletions as they happen', async () => {
  const ids: number[] = [];
  for (let at = 1; at <= 45; at += 1)
    ids.push(await make(http, 'svc-posts/v2/contacts', { name: `Contact ${at}` }));
  await until(async () => expect(await local().count().exec()).toBe(45));
  const [first = 0, second = 0] = ids;
  await http.post(`svc-posts/v2/contacts/${first}`, { json: { nickname: 'Changed' } });
  await http.delete(`svc-posts/v2/contacts/${second}`);
  await until(async () => expect(await nicknameOf(first)).toBe('Changed'));
  await until(async () => expect(await local().findOne(String(second)).exec()).toBeNull());
});

test('changes and deletions of the copy reach the service', async () => {
  const id = await make(http, 'svc-posts/v2/contacts', { name: 'Pushed' });
  const other = await make(http, 'svc-posts/v2/contacts', { name: 'Deleted' });
  await until(async () => expect(await local().findOne(String(other)).exec()).not.toBeNull());
  await local().findOne(String(id)).patch({ nickname: 'From the copy' });
  await local().findOne(String(other)).remove();
  await until(async () => {
    const { body } = await http.get(`svc-posts/v2/contacts/${id}`);
    expect(body).toMatchObject({ nickname: 'From the copy' });
    expect((await http.get(`svc-posts/v2/contacts/${other}`)).status).toBe(403);
  });
});

test('a change over one of somebody else is a conflict, and the copy takes the state of the service', async () => {
  const id = await make(http, 'svc-posts/v2/contacts', { name: 'Conflict', nickname: 'First' });
  await until(async () => expect(await nicknameOf(id)).toBe('First'));
  await replication.pause();
  await http.post(`svc-posts/v2/contacts/${id}`, { json: { nickname: 'Theirs' } });
  await local().findOne(String(id)).patch({ nickname: 'Mine' });
  await replication.start();
  await until(async () => expect(await nicknameOf(id)).toBe('Theirs'));
  expect((await http.get(`svc-posts/v2/contacts/${id}`)).body).toMatchObject({ nickname: 'Theirs' });
});
