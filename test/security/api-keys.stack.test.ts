import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { usersDisable, usersSetRoles, type Operation } from '@svc/contracts';
import { callerRows, type Others } from '../api/matrix/caller-rows.ts';
import { operationsOfEndpoints } from '../api/matrix/operations-of-endpoints.ts';
import { makePlaces, places, type Place, type Placed } from '../api/matrix/places.ts';
import { recordRows, type OnRecord, type RecordRow } from '../api/matrix/record-rows.ts';
import { api, done, type Answer, type Api } from '../support/http.ts';
import { untilAnnounced } from '../support/until-announced.ts';
import { worldInCommon, type TestUser, type World } from '../support/world.ts';
import { WriteWatch } from '../support/write-watch.ts';

let world: World;
let writes: WriteWatch;
let owner: TestUser;
let administrator: Api;
/** The endpoints with their operations, as the gateway routes them. */
const operations = operationsOfEndpoints();

beforeAll(async () => {
  world = await worldInCommon('inEarnest');
  writes = await WriteWatch.open(world);
  owner = await world.createUser({ role: 'administrator' });
  administrator = api(world, owner.token);
});

afterAll(() => writes?.close());

interface Created {
  readonly id: number;
  readonly key: string;
}

/** Creates a key for the sender. */
async function createKey(by: Api, asked: object): Promise<Created> {
  const body = await done(by.post('svc/v1/keys', { json: { name: 'Attack', access: 'write', ...asked } }));
  return { id: Number(body['id']), key: String(body['key']) };
}

const keyApi = async (by: Api, asked: object) => api(world, (await createKey(by, asked)).key);

const operationOf = (endpoint: string): Operation => {
  const operation = operations.get(endpoint);
  if (!operation) throw new Error(`${endpoint} has no operation`);
  return operation;
};
const isAdministration = (endpoint: string) => Boolean(operations.get(endpoint)?.isAdministration);
const isWrite = (endpoint: string) => operations.get(endpoint)?.kind === 'write';

const codeOf = ({ status, body }: Answer<unknown>) => `${status} ${(body as { code?: string }).code}`;

/** A request of the matrix, and a name for it. */
interface Row {
  readonly endpoint: string;
  readonly name: string;
  send(by: Api): Promise<Answer<unknown>>;
}

let found: Readonly<Record<Place, Placed>>;
let others: Others;
const onRecord: OnRecord = { other: 1, comment: 99_999_999, picture: 'none' };

beforeAll(async () => {
  found = await makePlaces({
    user: administrator,
    userId: owner.id,
    administrator: await anotherAdministrator(),
  });
  others = {
    other: (await world.createUser({ role: 'multiplier' })).id,
    leaver: (await world.createUser({ role: 'registered' })).id,
    link: 1,
    unusedLink: 1,
    contact: found['access contact'].id,
  };
});

async function anotherAdministrator(): Promise<Api> {
  return api(world, (await world.createUser({ role: 'administrator' })).token);
}

const requestOn = (row: RecordRow, place: Place): Row => ({
  endpoint: row.endpoint,
  name: `${row.endpoint} ${place}`,
  send: (by) => row.send(by, found[place], onRecord),
});

const onRecords = recordRows.flatMap((row) =>
  places
    .filter((place) => !row.isForContacts || place.endsWith('contact'))
    .map((place) => requestOn(row, place)),
);
const ofCallers: readonly Row[] = callerRows
  .filter(({ endpoint }) => operations.has(endpoint))
  .map((row) => ({
    endpoint: row.endpoint,
    name: [row.endpoint, row.about].filter(Boolean).join(' '),
    send: (by) => row.send(by, others),
  }));
const allRows = [...onRecords, ...ofCallers];

/** Sends every request, and lists those that were answered otherwise. */
async function expectEach(
  rows: readonly Row[],
  by: Api,
  expected: (row: Row) => readonly string[],
): Promise<void> {
  const wrong: string[] = [];
  for (const row of rows) {
    const code = codeOf(await row.send(by));
    if (!expected(row).includes(code)) wrong.push(`${row.name}: ${code}`);
  }
  expect(wrong).toEqual([]);
}

async function expectNoWrites(during: () => Promise<void>): Promise<void> {
  await world.settled();
  await writes.takeAll();
  await during();
  expect(await writes.takeAll()).toEqual([]);
}

describe('over every endpoint of the access matrix', () => {
  test('a read key of an administrator changes nothing', async () => {
    const by = await keyApi(administrator, { access: 'read' });
    await expectNoWrites(() =>
      expectEach(
        allRows.filter(({ endpoint }) => isWrite(endpoint)),
        by,
        ({ endpoint }) => (isAdministration(endpoint) ? ['403 key_scope'] : ['403 key_read_only']),
      ),
    );
  });

  test('a key of an administrator reaches no accounts, roles, keys and administration', async () => {
    const by = await keyApi(administrator, {});
    await expectNoWrites(() =>
      expectEach(
        allRows.filter(({ endpoint }) => isAdministration(endpoint)),
        by,
        () => ['403 key_scope'],
      ),
    );
  });

  test('a key of contacts reaches no record of another type', async () => {
    const by = await keyApi(administrator, { post_types: ['contacts'] });
    const ofOthers = places.filter((place) => /group/.test(place));
    const rows = recordRows
      .filter(({ isForContacts }) => !isForContacts)
      .flatMap((row) => ofOthers.map((place) => requestOn(row, place)));
    const lists = ofCallers.filter(({ name }) => /(groups)$/.test(name));
    expect(lists.length).toBeGreaterThan(10);
    await expectNoWrites(() => expectEach([...rows, ...lists], by, () => ['403 key_scope']));
  });

  test('a key of groups reaches no contact', async () => {
    const by = await keyApi(administrator, { post_types: ['groups'] });
    const rows = onRecords.filter(({ name }) => name.endsWith('contact'));
    await expectNoWrites(() => expectEach(rows, by, () => ['403 key_scope']));
  });

  test('a key of a user with fewer rights has no more than the user', async () => {
    const user = await world.createUser({ role: 'registered' });
    const byToken = api(world, user.token);
    const by = await keyApi(byToken, {});
    const read = allRows.filter(({ endpoint }) => !isWrite(endpoint) && !isAdministration(endpoint));
    for (const row of read)
      expect([row.name, codeOf(await row.send(by))]).toEqual([row.name, codeOf(await row.send(byToken))]);
  });

  test('every operation that a client may call is in the matrix or a test of its own', () => {
    expect([...operations.keys()].filter((endpoint) => operationOf(endpoint).audience !== 'caller')).toEqual(
      [],
    );
  });
});

describe('by other paths, a key of contacts', () => {
  let by: Api;
  let group: number;
  let contact: number;
  const name = 'Secret Circle';

  beforeAll(async () => {
    by = await keyApi(administrator, { post_types: ['contacts'] });
    const made = async (type: string, json: object) =>
      Number((await done(administrator.post(`svc-posts/v2/${type}`, { json })))['ID']);
    group = await made('groups', { name });
    contact = await made('contacts', {
      name: 'Reached',
      type: 'access',
      groups: { values: [{ value: group }] },
    });
    await world.settled();
  });

  test.each<[string, () => Promise<Answer<unknown>>]>([
    ['a record', () => by.get(`svc-posts/v2/contacts/${contact}`)],
    ['a list', () => by.get('svc-posts/v2/contacts', { query: { limit: 100 } })],
    ['a history', () => by.get(`svc-posts/v2/contacts/${contact}/activity`)],
    ['the activity log', () => by.get('svc-users/v1/activity-log')],
    ['the settings', () => by.get('svc-core/v1/settings')],
    [
      'the search',
      () =>
        by.get('svc-posts/v2/posts/search/advanced_search', {
          query: { query: name, post_type: 'all', offset: 0 },
        }),
    ],
    [
      'the notifications',
      () => by.post('svc/v1/notifications/get_notifications', { json: { all: true, page: 0, limit: 100 } }),
    ],
    ['the filters', () => by.get('svc/v1/users/get_filters', { query: { post_type: 'contacts' } })],
  ])('does not read a group: %s', async (_where, ask) => {
    const { status, text } = await ask();
    expect(status).toBe(200);
    expect(text).not.toContain(name);
    expect(text).not.toContain(`groups/${group}`);
  });

  test.each<[string, () => Promise<Answer<unknown>>]>([
    [
      'a connection in a body',
      () =>
        by.post(`svc-posts/v2/contacts/${contact}`, {
          json: { groups: { values: [{ value: group, delete: true }] } },
        }),
    ],
    [
      'a connection of a new record',
      () => by.post('svc-posts/v2/contacts', { json: { name: 'x', groups: { values: [{ value: group }] } } }),
    ],
    [
      'a list with the field',
      () => by.get('svc-posts/v2/contacts', { query: { fields_to_return: ['groups', 'name'] } }),
    ],
    [
      'a list with a field of the connected records',
      () => by.get('svc-posts/v2/contacts', { query: { fields_to_return: ['groups.name'] } }),
    ],
    ['a filter by the connection', () => by.get('svc-posts/v2/contacts', { query: { groups: [group] } })],
    [
      'a filter in a body',
      () => by.post('svc-posts/v2/contacts/list', { json: { fields: [{ groups: [group] }] } }),
    ],
    [
      'a search of the type',
      () =>
        by.get('svc-posts/v2/posts/search/advanced_search', {
          query: { query: name, post_type: 'groups', offset: 0 },
        }),
    ],
    [
      'counts by place',
      () => by.get('svc/v1/mapping_module/location_counts', { query: { post_type: 'groups' } }),
    ],
    ['the picker of people groups', () => by.get('svc/v1/people-groups/compact')],
  ])('is refused %s', async (_what, ask) => {
    await expectNoWrites(async () => expect(codeOf(await ask())).toBe('403 key_scope'));
  });
});

describe('on every gateway soon', () => {
  const gateways = (key: string) => world.gatewayUrls.map((gatewayUrl) => api({ gatewayUrl }, key));
  const ask = (each: Api) => each.get('svc/v1/user/my');

  const expectSoon = (key: string, expected: string) =>
    untilAnnounced(async () => {
      for (const each of gateways(key)) expect(codeOf(await ask(each))).toBe(expected);
    });

  test('a revoked key is refused', async () => {
    const { id, key } = await createKey(administrator, {});
    for (const each of gateways(key)) expect((await ask(each)).status).toBe(200);
    await done(administrator.delete(`svc/v1/keys/${id}`));
    await expectSoon(key, '401 key_ended');
  });

  test('a key of a disabled user is refused', async () => {
    const user = await world.createUser({ role: 'multiplier' });
    const { key } = await createKey(api(world, user.token), {});
    for (const each of gateways(key)) expect((await ask(each)).status).toBe(200);
    await world.ask(usersDisable, { username: user.username, disabled: true });
    await expectSoon(key, '401 key_ended');
  });

  test('a key has lost the rights that its user has lost', async () => {
    const user = await world.createUser({ role: 'dispatcher' });
    const by = api(world, (await createKey(api(world, user.token), {})).key);
    const view = () => by.get(`svc-posts/v2/contacts/${found['access contact'].id}`);
    expect((await view()).status).toBe(200);
    await world.ask(usersSetRoles, { username: user.username, roles: ['multiplier'] });
    await untilAnnounced(async () => expect((await view()).status).toBe(403));
  });
});

test('an administration key administers, and reaches nothing that its user may not', async () => {
  const by = await keyApi(administrator, { administration: true });
  expect((await by.get('svc/v1/keys')).status).toBe(200);
  expect((await by.get('user-management/v1/get_users')).status).toBe(200);
  const { id, key } = await createKey(by, { access: 'read' });
  expect((await api(world, key).get('svc/v1/user/my')).status).toBe(200);
  expect((await by.delete(`svc/v1/keys/${id}`)).body).toBe(true);
});

test('a key is no token to validate, to refresh or to log in with', async () => {
  const { key } = await createKey(administrator, {});
  expect((await api(world, key).post('jwt-auth/v1/token/validate')).body).toBe(false);
});
