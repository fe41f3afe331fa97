import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { usersSetRoles } from '@svc/contracts';
import { until } from '@svc/testing';
import { EventReader } from '../support/event-reader.ts';
import { api, done, make, type Api } from '../support/http.ts';
import { worldInCommon, type TestUser, type World } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';

let world: World;
let mona: TestUser;
let carl: TestUser;
let asMona: Api;
const open: EventReader[] = [];

beforeAll(async () => {
  world = await worldInCommon('inEarnest');
  mona = await world.createUser({ role: 'multiplier' });
  carl = await world.createUser({ role: 'multiplier' });
  asMona = api(world, mona.token);
});

afterEach(() => open.splice(0).forEach((reader) => reader.close()));

/** A stream that is closed after the test. */
async function reads(
  user: TestUser,
  query: Readonly<Record<string, unknown>> | string = { post_type: 'contacts' },
  more: { door?: number; lastId?: string } = {},
): Promise<EventReader> {
  const gatewayUrl = world.gatewayUrls[more.door ?? 0] ?? '';
  const headers: Record<string, string> = more.lastId === undefined ? {} : { 'last-event-id': more.lastId };
  const reader = await EventReader.open({ gatewayUrl }, { token: user.token, query, headers });
  open.push(reader);
  return reader;
}

test('a reader receives the changes of records that they may see, with their keys and no values', async () => {
  const reader = await reads(mona);
  const other = await reads(carl);
  const id = await make(asMona, contacts, { name: 'Watched', overall_status: 'active' });
  await done(asMona.post(`${contacts}/${id}`, { json: { overall_status: 'paused', nickname: 'W' } }));
  await done(asMona.post(`${contacts}/${id}/comments`, { json: { comment: 'Called' } }));
  await reader.received('comment.created', id);
  const [created, updated] = reader.about(id, 'record.created', 'record.updated');
  expect(created).toMatchObject({
    id: expect.any(String),
    data: { post_type: 'contacts', record_id: id, version: 1, actor: { user_id: mona.id } },
  });
  expect(updated?.data).toMatchObject({
    version: 2,
    changed: expect.arrayContaining(['nickname', 'overall_status']),
  });
  expect(JSON.stringify(reader.messages)).not.toContain('paused');
  await done(asMona.delete(`${contacts}/${id}`, { query: { confirm: 'true' } })).catch(() => undefined);
  // The other reader receives what is theirs after all of it, and nothing of it.
  const own = await make(api(world, carl.token), contacts, { name: 'Of Carl' });
  await other.received('record.created', own);
  expect(other.about(id)).toEqual([]);
});

test('the stream is not compressed, cached or buffered', async () => {
  const { headers } = await reads(mona);
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(headers.get('content-encoding')).toBeNull();
  expect(headers.get('cache-control')).toBe('no-cache, no-transform');
  expect(headers.get('x-accel-buffering')).toBe('no');
});

test('HEAD is answered with the headers of the stream, and opens none', async () => {
  const url = `${world.gatewayUrl}/wp-json/svc/v1/events?post_type=contacts`;
  const headers = { authorization: `Bearer ${mona.token}`, 'accept-encoding': 'gzip, br' };
  const { status, headers: answered } = await fetch(url, { method: 'HEAD', headers });
  expect([status, answered.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
});

test('a record that is shared comes into view, and leaves it when the share ends', async () => {
  const reader = await reads(carl);
  const owner = await reads(mona);
  const id = await make(asMona, contacts, { name: 'Shared for a while' });
  // Who sees an event is decided when it is delivered: to all readers together.
  await owner.received('record.created', id);
  await done(asMona.post(`${contacts}/${id}/shares`, { json: { user_id: carl.id } }));
  await reader.received('record.updated', id);
  await done(asMona.delete(`${contacts}/${id}/shares`, { json: { user_id: carl.id } }));
  await reader.received('record.left', id);
  await done(asMona.post(`${contacts}/${id}`, { json: { nickname: 'Unseen' } }));
  const after = await make(api(world, carl.token), contacts, { name: 'Later' });
  await reader.received('record.created', after);
  const events = reader.about(id).map(({ event }) => event);
  expect(events.filter((event) => event !== 'notification')).toEqual(['record.updated', 'record.left']);
});

test('a list query selects the records, and a record that no longer matches leaves', async () => {
  const reader = await reads(mona, { post_type: 'contacts', overall_status: ['paused'] });
  const unfiltered = await reads(mona);
  const id = await make(asMona, contacts, { name: 'Filtered', overall_status: 'active' });
  await unfiltered.received('record.created', id);
  await done(asMona.post(`${contacts}/${id}`, { json: { overall_status: 'paused' } }));
  await reader.received('record.updated', id);
  await done(asMona.post(`${contacts}/${id}`, { json: { overall_status: 'active' } }));
  await reader.received('record.left', id);
  await done(asMona.post(`${contacts}/${id}`, { json: { nickname: 'Not paused' } }));
  const matching = await make(asMona, contacts, { name: 'Matches', overall_status: 'paused' });
  await reader.received('record.created', matching);
  expect(reader.about(id).map(({ event }) => event)).toEqual(['record.updated', 'record.left']);
});

test('a stream of one record has only its changes', async () => {
  const id = await make(asMona, contacts, { name: 'One' });
  const other = await make(asMona, contacts, { name: 'Two' });
  const reader = await reads(mona, { id });
  await done(asMona.post(`${contacts}/${other}`, { json: { nickname: 'Two' } }));
  await done(asMona.post(`${contacts}/${id}`, { json: { nickname: 'One' } }));
  await reader.received('record.updated', id);
  expect(reader.about(other)).toEqual([]);
});

test.each([
  ['post_type=unheard_of', 400, 'post_type'],
  ['post_type=contacts&post_type=groups&overall_status[]=active', 400, 'post_type'],
  ['post_type=contacts&no_such_field=1', 400, 'no_such_field'],
  ['id=abc', 400, 'id'],
  ['id=999999999', 403, '999999999'],
])('%s is refused with %i and names %s', async (query, status, named) => {
  const answer = await asMona.get('svc/v1/events', { query });
  expect(answer).toMatchObject({ status, text: expect.stringContaining(named) });
});

test('a filter that a list refuses is refused in the same words', async () => {
  const query = 'overall_status[x]=1&post_date[start]=never';
  const listed = await asMona.get(contacts, { query });
  const streamed = await asMona.get('svc/v1/events', { query: `post_type=contacts&${query}` });
  expect(listed.status).toBe(400);
  expect(streamed).toMatchObject({ status: 400, body: listed.body });
});

test('a stream resumes at another gateway without gap or repetition', async () => {
  const first = await reads(mona);
  const before = await make(asMona, contacts, { name: 'Before' });
  await first.received('record.created', before);
  first.close();
  const missed = [];
  for (const name of ['a', 'b', 'c']) missed.push(await make(asMona, contacts, { name }));
  const second = await reads(mona, { post_type: 'contacts' }, { door: 1, lastId: first.lastId });
  await second.received('record.created', missed.at(-1));
  expect(
    second.messages.filter(({ event }) => event === 'record.created').map(({ data }) => data['record_id']),
  ).toEqual(missed);
});

test('an id that cannot be resumed makes the client fetch again', async () => {
  const reader = await reads(mona, { post_type: 'contacts' }, { lastId: 'unknown' });
  expect((await reader.received('resync')).data).toEqual({ reason: 'events_lost' });
});

test('a ticket opens a stream in place of a header, and nothing else', async () => {
  const { ticket, expires_at: expiresAt } = await done(
    asMona.post<{ ticket: string; expires_at: string }>('svc/v1/events/ticket'),
  );
  expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(60_000);
  const reader = await EventReader.open(world, { query: { post_type: 'contacts', ticket } });
  open.push(reader);
  const id = await make(asMona, contacts, { name: 'With a ticket' });
  await reader.received('record.created', id);
  const stranger = api(world);
  expect(await stranger.get(contacts, { query: { ticket } })).toMatchObject({ status: 401 });
  expect(await stranger.get('svc/v1/events', { query: { ticket: `x${ticket}` } })).toMatchObject({
    status: 401,
  });
});

test('a role that is taken away changes what the open stream receives', async () => {
  const dora = await world.createUser({ role: 'dispatcher' });
  const reader = await reads(dora);
  const seen = await make(asMona, contacts, { name: 'Seen by role', type: 'access' });
  await reader.received('record.created', seen);
  await world.ask(usersSetRoles, { username: dora.username, roles: ['multiplier'] });
  expect((await reader.received('resync')).data).toEqual({ reason: 'rights_changed' });
  const hidden = await make(asMona, contacts, { name: 'Hidden now', type: 'access' });
  const own = await make(api(world, dora.token), contacts, { name: 'Own' });
  await reader.received('record.created', own);
  expect(reader.about(hidden)).toEqual([]);
});

test('a user who may list nothing any more has their stream ended', async () => {
  const user = await world.createUser({ role: 'multiplier' });
  const reader = await reads(user);
  await world.ask(usersSetRoles, { username: user.username, roles: ['registered'] });
  expect((await reader.received('end')).data).toEqual({ reason: 'search_viewable_post' });
  await until(() => expect(reader.isEnded).toBe(true));
});

test('a notification reaches its user', async () => {
  const reader = await reads(carl);
  const id = await make(asMona, contacts, { name: 'Assigned', assigned_to: carl.id });
  const { data } = await reader.received('notification', id);
  expect(data).toMatchObject({ post_type: 'contacts', record_id: id, notification_id: expect.any(Number) });
});

test('a merge updates both records', async () => {
  const primary = await make(asMona, contacts, { name: 'Merged' });
  const duplicate = await make(asMona, contacts, { name: 'Merged' });
  const reader = await reads(mona);
  const json = { primary_post_id: primary, archiving_post_id: duplicate };
  await done(asMona.post(`${contacts}/merge`, { json }));
  await reader.received('record.updated', primary);
  await reader.received('record.updated', duplicate);
});
