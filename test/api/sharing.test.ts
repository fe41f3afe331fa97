import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { api, type Api } from '../support/http.ts';
import { openWorld, type TestUser, type World } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';

let world: World;
let mona: TestUser;
let otto: TestUser;
let asMona: Api;
let asOtto: Api;

beforeAll(async () => {
  world = await openWorld({ instances: { records: 2, search: 0 } });
  mona = await world.createUser({ role: 'multiplier', displayName: 'Mona' });
  otto = await world.createUser({ role: 'multiplier', displayName: 'Otto' });
  asMona = api(world, mona.token);
  asOtto = api(world, otto.token);
});

afterAll(() => world?.close());

async function contactOfMona(): Promise<number> {
  const { status, body } = await asMona.post<{ ID: number }>(contacts, { json: { name: 'Shared' } });
  expect([status, body]).toEqual([200, body]);
  return body.ID;
}

const idsListedBy = async (http: Api) => {
  const { body } = await http.get<{ posts: { ID: number }[] }>(contacts, { query: { limit: 1000 } });
  return body.posts.map(({ ID }) => ID);
};
const usersOf = async (id: number) => {
  const { body } = await asMona.get<{ user_id: string }[]>(`${contacts}/${id}/shares`);
  return body.map(({ user_id: userId }) => Number(userId));
};

test('a share shows in the lists of its user at once, and is gone from them at once', async () => {
  const id = await contactOfMona();
  const sent = { json: { user_id: otto.id } };
  for (let round = 0; round < 3; round += 1) {
    expect(await idsListedBy(asOtto)).not.toContain(id);
    expect((await asMona.post(`${contacts}/${id}/shares`, sent)).text).toBe('1');
    expect(await idsListedBy(asOtto)).toContain(id);
    expect((await asOtto.get(`${contacts}/${id}`)).status).toBe(200);
    expect((await asMona.delete(`${contacts}/${id}/shares`, sent)).text).toBe('1');
  }
  expect((await asOtto.get(`${contacts}/${id}`)).status).toBe(403);
});

test('many who share at the same time over two instances lose nothing', async () => {
  const id = await contactOfMona();
  const made = await Promise.all(Array.from({ length: 6 }, () => world.createUser({ role: 'registered' })));
  const share = (userId: number) => asMona.post(`${contacts}/${id}/shares`, { json: { user_id: userId } });
  const answers = await Promise.all([...made, ...made].map((user) => share(user.id)));
  expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(Array(12).fill('200 1'));
  const users = await usersOf(id);
  expect(users).toHaveLength(7);
  expect(new Set(users)).toEqual(new Set([mona.id, ...made.map((user) => user.id)]));
});

test('who is mentioned in a comment has the record shared', async () => {
  const id = await contactOfMona();
  const comment = `What do you say, @[Otto](${otto.id})? And @[Nobody](99999999)?`;
  const { status } = await asMona.post(`${contacts}/${id}/comments`, { json: { comment } });
  expect(status).toBe(200);
  // The comment waits a second for it at most.
  await world.settled();
  expect(await usersOf(id)).toEqual([mona.id, otto.id]);
  expect(await idsListedBy(asOtto)).toContain(id);
});

test('who is mentioned in silence gets nothing shared', async () => {
  const id = await contactOfMona();
  const sent = { json: { comment: `@[Otto](${otto.id})` }, query: { silent: true } };
  await asMona.post(`${contacts}/${id}/comments`, sent);
  await world.settled();
  expect(await usersOf(id)).toEqual([mona.id]);
});

test('who asks for a record gets the same answer for one that is not there, and sees neither of them', async () => {
  const id = await contactOfMona();
  const ask = (record: number) =>
    asOtto.post<unknown>(`${contacts}/${record}/request_record_access`, { json: {} });
  const real = await ask(id);
  const missing = await ask(99_999_999);
  expect([real.status, missing.status]).toEqual([200, 200]);
  for (const { body } of [real, missing]) expect(body).toEqual(expect.stringMatching(/^[1-9]\d*$/));
  expect((await asOtto.get(`${contacts}/${id}`)).status).toBe(403);
  expect(await usersOf(id)).toEqual([mona.id]);
  const { body } = await asMona.get<{ comments: Record<string, unknown>[] }>(`${contacts}/${id}/comments`);
  expect(body.comments).toMatchObject([
    { comment_ID: real.body, comment_author: 'Otto', comment_content: expect.stringContaining('@[Mona]') },
  ]);
});
