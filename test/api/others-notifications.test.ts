import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { api, type Answer, type Api } from '../support/http.ts';
import { openWorld, type TestUser, type World } from '../support/world.ts';

interface Listed {
  readonly id: string;
  readonly user_id: string;
  readonly is_new: string;
}

let world: World;
/** Who attacks, and whose notifications are attacked. */
let mallory: TestUser;
let victor: TestUser;
let attack: Api;
let victim: Api;
/** Of Victor’s notifications one that they have not read and one that they have. */
let unread: string;
let read: string;

const notifications = 'svc/v1/notifications';

beforeAll(async () => {
  world = await openWorld();
  mallory = await world.createUser({ role: 'multiplier' });
  victor = await world.createUser({ role: 'multiplier' });
  attack = api(world, mallory.token);
  victim = api(world, victor.token);
  const { ID: id } = await done(attack.post('svc-posts/v2/contacts', { json: { name: 'Common' } }));
  const json = { comment: `@[Victor](${victor.id}) look` };
  for (const _time of [1, 2])
    await done(attack.post(`svc-posts/v2/contacts/${Number(id)}/comments`, { json }));
  await world.settled();
  [unread = '', read = ''] = (await listOf(victim)).map((each) => each.id);
  await done(victim.post(`${notifications}/mark_viewed/${read}`));
});

afterAll(() => world?.close());

async function done<Body>(asked: Promise<Answer<Body>>): Promise<Body> {
  const { status, body, text } = await asked;
  if (status !== 200) throw new Error(`it was refused: ${status} ${text}`);
  return body;
}

async function listOf(by: Api, more: object = {}): Promise<Listed[]> {
  const json = { all: true, page: 0, limit: 1000, ...more };
  const listed = await done(by.post<Listed[]>(`${notifications}/get_notifications`, { json }));
  return listed.map(({ id, user_id, is_new }) => ({ id, user_id, is_new }));
}

const seenByVictor = async () => ({
  count: await done(victim.post<unknown>(`${notifications}/get_new_notifications_count`)),
  listed: await listOf(victim),
});

test.each(['mark_viewed', 'mark_unread'])(
  '%s of somebody else’s notification is answered as for one that is not there, and changes nothing',
  async (mark) => {
    const before = await seenByVictor();
    expect(before.listed).toEqual(
      expect.arrayContaining([
        { id: unread, user_id: String(victor.id), is_new: '1' },
        { id: read, user_id: String(victor.id), is_new: '0' },
      ]),
    );
    const { status, text } = await attack.post(`${notifications}/${mark}/99999999`);
    expect(status).toBe(403);
    for (const id of [unread, read])
      expect(await attack.post(`${notifications}/${mark}/${id}`)).toMatchObject({ status, text });
    expect(await seenByVictor()).toEqual(before);
  },
);

test('somebody else’s are not all marked at once', async () => {
  const before = await seenByVictor();
  const { status, body } = await attack.post(`${notifications}/mark_all_viewed/${victor.id}`);
  expect({ status, body }).toMatchObject({ status: 403, body: { code: 'rest_forbidden' } });
  expect(await seenByVictor()).toEqual(before);
});

test.each<[string, (id: number) => object]>([
  ['all that there are', () => ({})],
  ['those of a user', (id) => ({ user_id: id })],
])('somebody else’s are not listed among %s', async (_what, more) => {
  const json = { comment: `@[Mallory](${mallory.id}) look` };
  const { ID: id } = await done(victim.post('svc-posts/v2/contacts', { json: { name: 'Common' } }));
  await done(victim.post(`svc-posts/v2/contacts/${Number(id)}/comments`, { json }));
  await world.settled();
  const users = new Set((await listOf(attack, more(victor.id))).map(({ user_id: user }) => user));
  expect([...users]).toEqual([String(mallory.id)]);
});
