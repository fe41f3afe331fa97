import { beforeAll, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { until } from '@svc/service-kit/testing';
import { api, type Api, type Values } from '../support/http.ts';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';
const path = 'svc-posts/v2/posts/search/advanced_search';

interface Hit {
  ID: number;
  post_title: string;
  post_type: string;
  post_hit: string;
  comment_hit: string;
  comment_hit_content: string;
  meta_hit: string;
  meta_hit_value: string;
  status_hit?: string;
  status_hit_value?: string;
  status: unknown;
}

interface Found {
  hits: {
    post_type: string;
    post_type_label_singular: string;
    posts: Hit[];
    total: number;
    offset: number;
  }[];
  total_hits: number;
}

let world: World;
let mona: TestUser;
let carl: TestUser;
let dora: TestUser;
let reg: TestUser;
let http: Api;

beforeAll(async () => {
  world = await worldInCommon();
  [mona, carl, dora, reg] = await Promise.all([
    world.createUser({ role: 'multiplier', displayName: 'Mona' }),
    world.createUser({ role: 'multiplier', displayName: 'Carl' }),
    world.createUser({ role: 'dispatcher', displayName: 'Dora' }),
    world.createUser({ role: 'registered', displayName: 'Reg' }),
  ]);
  http = api(world, mona.token);
});

/** A word that is like no other. */
const word = () => `w${randomBytes(8).toString('hex')}`;

async function create(fields: object, type = 'contacts', as = http): Promise<number> {
  const { status, body, text } = await as.post(`svc-posts/v2/${type}`, { json: fields });
  if (status !== 200) throw new Error(text);
  return body['ID'] as number;
}

async function search(query: string, more: Values = {}, as: TestUser = mona): Promise<Found> {
  const asked = { query, post_type: 'all', offset: 0, ...more };
  const { status, body, text } = await api(world, as.token).get<Found>(path, { query: asked });
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
}

const hitsOf = ({ hits }: Found): Hit[] => hits.flatMap(({ posts }) => posts);
const idsOf = (found: Found): number[] => hitsOf(found).map(({ ID }) => ID);

async function untilFound(query: string, ids: readonly number[], as: TestUser = mona): Promise<Hit[]> {
  return until(async () => {
    const found = await search(query, {}, as);
    expect(idsOf(found).sort()).toEqual([...ids].sort());
    return hitsOf(found);
  });
}

test('follows what is changed and deleted', async () => {
  const before = word();
  const after = word();
  const said = word();
  const instead = word();
  const id = await create({ name: before });
  const comments = `${contacts}/${id}/comments`;
  const { body } = await http.post(comments, { json: { comment: said } });
  await untilFound(before, [id]);
  await untilFound(said, [id]);

  await http.post(`${contacts}/${id}`, { json: { name: after } });
  await http.post(`${comments}/${String(body['comment_ID'])}`, { json: { comment: instead } });
  await untilFound(after, [id]);
  await untilFound(before, []);
  await untilFound(instead, [id]);
  await untilFound(said, []);

  await http.delete(`${comments}/${String(body['comment_ID'])}`);
  await untilFound(instead, []);
  await http.delete(`${contacts}/${id}`);
  await untilFound(after, []);
});

test('finds whatever a list finds by its text', async () => {
  const reader = await world.createUser({ role: 'multiplier' });
  const as = api(world, reader.token);
  const values = [
    'Bob List',
    'Ann-Marie O’Hara 7',
    'Zoë  Łukasz ß',
    '王小明 Li',
    '50% x_y',
    'bob.list@example.test',
  ];
  for (const [at, name] of values.entries())
    await create({ name, contact_other: [{ value: values.at(at - 1) }] }, 'contacts', as);
  const cut = fc.tuple(fc.constantFrom(...values), fc.nat({ max: 12 }), fc.integer({ min: 1, max: 9 }));
  for (const [value, from, length] of fc.sample(cut, { numRuns: 30, seed: 7 })) {
    const text = value.slice(from % value.length).slice(0, length);
    const { body } = await as.get<{ posts: { ID: number }[] }>(contacts, { query: { text } });
    const listed = expect.arrayContaining(body.posts.map(({ ID }) => ID));
    expect({ text, found: idsOf(await search(text, {}, reader)) }).toEqual({ text, found: listed });
  }
});

test('finds only what its reader may see, also after that has changed', async () => {
  const needle = word();
  const open = await create({ name: needle });
  const closed = await create({ name: needle, type: 'personal' });
  await http.post(`${contacts}/${closed}/comments`, { json: { comment: `Secret ${needle}` } });
  await untilFound(needle, [open, closed]);
  await untilFound(needle, [open], dora);
  await untilFound(needle, [], carl);
  await untilFound(needle, [], reg);

  await http.post(`${contacts}/${open}`, { json: { assigned_to: carl.id } });
  await untilFound(needle, [open], carl);
  await http.post(`${contacts}/${open}`, { json: { type: 'personal' } });
  await untilFound(needle, [], dora);
  await untilFound(needle, [open], carl);
});

test('finds a record for whom it is shared with, and for them no longer when it is not', async () => {
  const text = word();
  const id = await create({ name: text });
  await untilFound(text, [id]);
  const share = { json: { user_id: carl.id } };
  await http.post(`${contacts}/${id}/shares`, share);
  await untilFound(text, [id], carl);
  await http.delete(`${contacts}/${id}/shares`, share);
  expect(idsOf(await search(text, {}, carl))).toEqual([]);
});
