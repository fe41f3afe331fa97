import { beforeAll, expect, test } from '@jest/globals';
import { api, type Api } from '../support/http.ts';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';

let world: World;
let mona: TestUser;
let otto: TestUser;
let asMona: Api;
let asOtto: Api;

beforeAll(async () => {
  world = await worldInCommon();
  mona = await world.createUser({ role: 'multiplier', displayName: 'Mona' });
  otto = await world.createUser({ role: 'multiplier', displayName: 'Otto' });
  asMona = api(world, mona.token);
  asOtto = api(world, otto.token);
});

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
