import { beforeAll, expect, test } from '@jest/globals';
import { until } from '@svc/service-kit/testing';
import { api, type Api } from '../support/http.ts';
import { type World, worldInCommon } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';

interface Page {
  posts: { ID: number; name: string }[];
  total: number;
}

let world: World;
let mona: Api;
let carl: Api;

beforeAll(async () => {
  world = await worldInCommon();
  mona = api(world, (await world.createUser({ role: 'multiplier', displayName: 'Mona' })).token);
  carl = api(world, (await world.createUser({ role: 'multiplier', displayName: 'Carl' })).token);
});

async function create(name: string): Promise<number> {
  const { status, body, text } = await mona.post<{ ID: number }>(contacts, { json: { name } });
  if (status !== 200) throw new Error(text);
  return body.ID;
}

const recent = async (http: Api, query = 'dt_recent') => (await http.get<Page>(`${contacts}?${query}`)).body;

test('what a user has created, opened or commented on comes first in their recent list and in pickers, and in nobody else’s', async () => {
  const ids = [await create('One'), await create('Two'), await create('Three')];
  const [one, two, three] = ids as [number, number, number];
  expect((await recent(mona)).posts.map(({ ID }) => ID)).toEqual([three, two, one]);
  expect((await mona.get(`${contacts}/${two}`)).status).toBe(200);
  const comment = { json: { comment: 'Called' } };
  expect((await mona.post(`${contacts}/${one}/comments`, comment)).status).toBe(200);
  await carl.get(`${contacts}/${one}`);
  await carl.post(`${contacts}/${one}/comments`, comment);

  const recentIds = async () => (await recent(mona)).posts.map(({ ID }) => ID);
  await until(async () => expect(await recentIds()).toEqual([one, two, three]));
  const page = await recent(mona);
  expect(page.total).toBe(3);
  const asked = 'dt_recent=true&sort=name&limit=1&offset=1&overall_status[]=-closed&combine[]=subassigned';
  expect(await recent(mona, asked)).toEqual(page);
  const named = await recent(mona, 'dt_recent=1&fields_to_return[]=name');
  expect(named.posts[0]).toMatchObject({ ID: one, name: 'One' });
  expect(named.posts[0]).not.toHaveProperty('overall_status');
  expect((await recent(mona, 'dt_recent=0')).total).toBe(3);
  expect(await recent(carl)).toEqual({ posts: [], total: 0 });

  const picked = await mona.get<Page>(`${contacts}/compact`, { query: { 'include-users': 'false' } });
  expect(picked.body.posts.map(({ name }) => name)).toEqual(['One', 'Two', 'Three']);
});
