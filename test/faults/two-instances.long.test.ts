import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@svc/testing';
import { api, make, type Api, type Values } from '../support/http.ts';
import { metricOf } from '../support/metrics.ts';
import { openWorld, type TestUser, type World } from '../support/world.ts';

/** Of a request that any instance may take, with two of them: often enough that both did. */
const repeats = 40;

let world: World;
let mona: TestUser;
let dora: TestUser;
/** Mona, at each of the gateways. */
let doors: [Api, Api];

beforeAll(async () => {
  world = await openWorld({
    instances: { gateway: 2, records: 2, comments: 2, users: 2, search: 2 },
  });
  [mona, dora] = await Promise.all([
    world.createUser({ role: 'multiplier', displayName: 'Mona' }),
    world.createUser({ role: 'dispatcher', displayName: 'Dora' }),
  ]);
  doors = atBothDoors(mona.token);
});

afterAll(() => world?.close());

function atBothDoors(token: string): [Api, Api] {
  const [first, second] = world.gatewayUrls.map((gatewayUrl) => api({ gatewayUrl }, token));
  return [first as Api, second as Api];
}

const contacts = 'svc-posts/v2/contacts';

/** A contact with something in everything that can be read of it. */
async function fullContact(name: string): Promise<number> {
  const id = await make(doors[0], contacts, {
    name,
    assigned_to: dora.id,
    tags: { values: [{ value: 'red' }, { value: 'green' }] },
    contact_phone: [{ value: '+33 1 23 45 67 89' }],
    baptism_date: '2024-01-02',
  });
  await doors[1].post(`${contacts}/${id}`, { json: { nickname: `Of ${name}`, gender: 'male' } });
  await doors[0].post(`${contacts}/${id}/comments`, { json: { comment: `First about ${name}` } });
  await doors[1].post(`${contacts}/${id}/comments`, { json: { comment: 'Second', meta: { a: ['b', 'c'] } } });
  return id;
}

test('both instances of every service handle requests', async () => {
  const id = await fullContact('Shared work');
  const work = [
    ...['', '/activity', '/comments'].map((part) => `${contacts}/${id}${part}`),
    'svc/v1/user/my',
    'svc/v1/users/get_users',
    contacts,
  ];
  await until(async () => {
    await Promise.all(work.map((path, at) => (doors[at % 2] as Api).get(path)));
    await Promise.all(doors.map((door) => door.get(searchPath, { query: searchFor('Shared') })));
    for (const { service, index, opsUrl } of world.services) {
      const metric =
        service === 'gateway'
          ? 'svc_http_request_duration_seconds_count'
          : 'svc_operation_duration_seconds_count';
      expect({ service, index, answered: (await metricOf(opsUrl, metric)) > 0 }).toEqual({
        service,
        index,
        answered: true,
      });
    }
  });
});

const searchPath = 'svc-posts/v2/posts/search/advanced_search';
const searchFor = (query: string): Values => ({ query, post_type: 'all', offset: 0 });

test('both gateways return the same answers', async () => {
  const name = 'Xanthippe';
  const id = await fullContact(name);
  await until(async () => {
    for (const door of doors) {
      const { body } = await door.get(searchPath, { query: searchFor(name) });
      expect(body['total_hits']).toBe(1);
    }
  });
  const { body } = await doors[0].get<{ activity: { histid: string }[] }>(`${contacts}/${id}/activity`);
  const reads: [path: string, query?: Values][] = [
    [`${contacts}/${id}`],
    [contacts, { sort: '-name', limit: 5 }],
    [contacts, { overall_status: ['-closed'], fields_to_return: ['name', 'tags', 'assigned_to'] }],
    [`${contacts}/settings`],
    ['svc-posts/v2/groups/settings'],
    [`${contacts}/${id}/activity`],
    [`${contacts}/${id}/activity/${body.activity[0]?.histid}`],
    [`${contacts}/${id}/comments`],
    ['svc/v1/user/my'],
    ['svc/v1/users/get_users', { s: 'o' }],
    [searchPath, searchFor(name)],
    [`${contacts}/999999`],
    [contacts, { no_such_field: ['1'] }],
  ];
  for (const [path, query = {}] of reads) {
    const answers = await Promise.all(
      Array.from({ length: repeats }, (_, at) => (doors[at % 2] as Api).get(path, { query })),
    );
    expect([...new Set(answers.map(({ status, text }) => `${status} ${text}`))]).toHaveLength(1);
  }
});

test('a write through one gateway is immediately readable through the other', async () => {
  for (let round = 0; round < repeats; round += 1) {
    const [writer, reader] = round % 2 === 0 ? doors : ([doors[1], doors[0]] as const);
    const before = await totalOf(reader);
    const id = await make(writer, contacts, { name: `Round ${round}` });
    expect((await reader.get(`${contacts}/${id}`)).body).toMatchObject({ ID: id, name: `Round ${round}` });
    expect(await totalOf(reader)).toBe(before + 1);

    await writer.post(`${contacts}/${id}`, { json: { nickname: 'written there' } });
    expect((await reader.get(`${contacts}/${id}`)).body['nickname']).toBe('written there');

    const comment = await writer.post(`${contacts}/${id}/comments`, { json: { comment: 'said there' } });
    const commentId = comment.body['comment_ID'] as string;
    const listed = await reader.get(`${contacts}/${id}/comments`);
    expect(listed.body).toMatchObject({ total: 1, comments: [{ comment_ID: commentId }] });

    expect((await reader.delete(`${contacts}/${id}/comments/${commentId}`)).body).toBe(true);
    expect((await writer.get(`${contacts}/${id}/comments`)).body['total']).toBe(0);

    expect((await reader.delete(`${contacts}/${id}`)).body).toBe(true);
    expect((await writer.get(`${contacts}/${id}`)).status).toBe(403);
  }
});

async function totalOf(http: Api): Promise<number> {
  const { body } = await http.get<{ total: number }>(contacts, { query: { limit: 0 } });
  return body.total;
}

test('a changed name of a user is shown everywhere', async () => {
  const ada = await world.createUser({ role: 'multiplier', displayName: 'Ada' });
  const adas = atBothDoors(ada.token);
  const id = await make(adas[0], contacts, { name: 'Of Ada', assigned_to: ada.id });
  await adas[1].post(`${contacts}/${id}/comments`, { json: { comment: 'By me' } });

  await adas[0].post('svc/v1/user/update', { json: { update_display_name: 'Ada Lovelace' } });
  await until(async () => {
    const shown = await Promise.all(
      Array.from({ length: repeats }, (_, at) => namesAt(adas[at % 2] as Api, id)),
    );
    expect([...new Set(shown.flat())]).toEqual(['Ada Lovelace']);
  });
});

/** The name of the one user who has made all of a contact, in all the places where it is shown. */
async function namesAt(http: Api, id: number): Promise<unknown[]> {
  const record = `${contacts}/${id}`;
  const [me, contact, comments, activity] = await Promise.all([
    http.get('svc/v1/user/my'),
    http.get(record),
    http.get<{ comments: { comment_author: string }[] }>(`${record}/comments`),
    http.get<{ activity: { name: string }[] }>(`${record}/activity`),
  ]);
  const assigned = contact.body['assigned_to'] as { display: string };
  return [
    me.body['display_name'],
    assigned.display,
    contact.body['post_author_display_name'],
    comments.body.comments[0]?.comment_author,
    activity.body.activity[0]?.name,
  ];
}
