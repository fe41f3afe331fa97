import { beforeAll, expect, test } from '@jest/globals';
import { until } from '@svc/service-kit/testing';
import { api, type Api } from '../support/http.ts';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';

let world: World;
let mona: TestUser;
let http: Api;

beforeAll(async () => {
  world = await worldInCommon();
  mona = await world.createUser({ role: 'multiplier', displayName: 'Mona' });
  http = api(world, mona.token);
});

async function create(path: string, json: object): Promise<number> {
  const { status, body } = await http.post<{ ID: number }>(path, { json });
  expect([status, body]).toEqual([200, body]);
  return body.ID;
}

async function commentsOn(id: number): Promise<unknown[]> {
  const { body } = await http.get<{ comments: Record<string, unknown>[] }>(`${contacts}/${id}/comments`);
  return body.comments.map((comment) => comment['comment_content']).sort();
}

const commentedContacts = async () => {
  const ids = [
    await create(contacts, { name: 'First' }),
    await create(contacts, { name: 'Second' }),
  ] as const;
  await http.post(`${contacts}/${ids[0]}/comments`, { json: { comment: 'on the first' } });
  await http.post(`${contacts}/${ids[1]}/comments`, { json: { comment: 'on the second' } });
  return ids;
};

test('the comments of two contacts that become one are together, and what happened to both is told of the one', async () => {
  const [first, second] = await commentedContacts();
  const group = await create('svc-posts/v2/groups', {
    name: 'Group',
    members: { values: [{ value: second }] },
  });
  await http.post(`${contacts}/${second}`, { json: { nickname: 'Sec' } });
  const json = { primary_post_id: first, archiving_post_id: second, merge_comments: true, values: {} };
  expect((await http.post(`${contacts}/merge`, { json })).body).toMatchObject({
    ID: first,
    groups: [{ ID: group }],
  });
  await until(async () => expect(await commentsOn(first)).toEqual(['on the first', 'on the second']));
  expect(await commentsOn(second)).toEqual([]);
  const { body } = await http.get<{ activity: { object_note: string }[] }>(`${contacts}/${first}/activity`);
  expect(body.activity.map((row) => row.object_note)).toContain('Nickname changed to Sec');
});

test('comments stay where they are when nobody asks for them', async () => {
  const [first, second] = await commentedContacts();
  const json = { primary_post_id: first, archiving_post_id: second };
  expect((await http.post(`${contacts}/merge`, { json })).status).toBe(200);
  expect(await commentsOn(first)).toEqual(['on the first']);
  expect(await commentsOn(second)).toEqual(['on the second']);
});
