import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { throwAwayStack, until, type ThrowAwayStack } from '@svc/service-kit/testing';
import { openRoad, type FaultyRoad } from '../support/faulty-road.ts';
import { api, type Api } from '../support/http.ts';
import { openWorld, type World } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';
const path = 'svc-posts/v2/posts/search/advanced_search';

interface Found {
  hits: { posts: { ID: number; post_hit: string }[]; total_count: number }[];
  total_hits: number;
}

let stack: ThrowAwayStack;
/** Leads to the search engine. */
let road: FaultyRoad;
let world: World;
let mona: Api;
let carl: Api;

beforeAll(async () => {
  [stack, road] = await Promise.all([throwAwayStack({ isAlone: true }), openRoad()]);
  road.lead(stack.meiliUrl);
  const {
    mongodbUrl: MONGODB_URL,
    natsUrl: NATS_URL,
    natsKeysDir: NATS_NKEY_DIR,
    meiliKey: MEILI_KEY,
  } = stack;
  const servers = { MONGODB_URL, NATS_URL, NATS_NKEY_DIR, MEILI_KEY };
  world = await openWorld({ env: { ...servers, MEILI_URL: road.url } });
  mona = api(world, (await world.createUser({ role: 'multiplier' })).token);
  carl = api(world, (await world.createUser({ role: 'multiplier' })).token);
});

afterAll(async () => {
  await world?.close();
  await road?.close();
  await stack?.stop();
});

/** A word that is like no other. */
const word = () => `w${randomBytes(8).toString('hex')}`;

async function search(http: Api, query: string) {
  const asked = { query, post_type: 'all', offset: 0 };
  const { status, body, headers } = await http.get<Found>(path, { query: asked });
  const ids = status === 200 ? body.hits.flatMap(({ posts }) => posts.map(({ ID }) => ID)) : [];
  return { status, ids, body, warning: headers.get('warning') };
}

const warning = '199 - "The search engine does not answer; only names and channels were searched."';

test('without the engine records, comments and lists go on, names are found, and all of it once it is back', async () => {
  const needle = word();
  const before = (await mona.post<{ ID: number }>(contacts, { json: { name: `${needle} before` } })).body.ID;
  await until(async () => expect(await search(mona, needle)).toMatchObject({ ids: [before], warning: null }));

  road.let(() => 'is lost');
  const json = { name: `${needle} since`, contact_email: [{ value: `${needle}@example.test` }] };
  const { status, body } = await mona.post<{ ID: number }>(contacts, { json });
  expect(status).toBe(200);
  const since = body.ID;
  const said = word();
  for (const answer of [
    await mona.post(`${contacts}/${since}/comments`, { json: { comment: said } }),
    await mona.get(`${contacts}/${since}`),
    await mona.get(`${contacts}?name=${needle}`),
  ])
    expect(answer.status).toBe(200);

  const found = await search(mona, needle);
  expect(found).toMatchObject({ status: 200, ids: [before, since], warning });
  expect(found.body).toMatchObject({ hits: [{ total_count: 2 }], total_hits: 2 });
  expect(await search(mona, said)).toMatchObject({ status: 200, ids: [], warning });
  expect(await search(carl, needle)).toMatchObject({ status: 200, ids: [], warning });
  expect(await search(carl, String(since))).toMatchObject({ status: 200, ids: [], warning });

  road.let(() => 'arrives');
  await until(async () => expect(await search(mona, said)).toMatchObject({ ids: [since], warning: null }));
  await until(async () =>
    expect(await search(mona, needle)).toMatchObject({ ids: [before, since], warning: null }),
  );
});
