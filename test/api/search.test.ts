import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { until } from '@svc/service-kit/testing';
import { api, type Api, type Values } from '../support/http.ts';
import { openWorld, type TestUser, type World } from '../support/world.ts';

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
  world = await openWorld();
  [mona, carl, dora, reg] = await Promise.all([
    world.createUser({ role: 'multiplier', displayName: 'Mona' }),
    world.createUser({ role: 'multiplier', displayName: 'Carl' }),
    world.createUser({ role: 'dispatcher', displayName: 'Dora' }),
    world.createUser({ role: 'registered', displayName: 'Reg' }),
  ]);
  http = api(world, mona.token);
});

afterAll(() => world?.close());

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

test('finds a record by its name soon after it was made', async () => {
  const name = `Élodie ${word()}`;
  const id = await create({ name });
  const [hit] = await untilFound(name, [id]);
  expect(hit).toMatchObject({
    ID: id,
    post_title: name,
    post_type: 'contacts',
    post_date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    post_hit: 'Y',
    comment_hit: 'N',
    meta_hit: 'N',
    status: [],
  });
  const found = await search(name);
  expect(found).toMatchObject({
    total_hits: 1,
    hits: [{ post_type: 'contacts', post_type_label_singular: 'Contact', total: 1 }],
  });
});

test('finds a record by a channel and by a comment, and says where', async () => {
  const address = `${word()}@example.test`;
  const said = word();
  const id = await create({ name: 'Hidden in plain sight', contact_email: [{ value: address }] });
  await http.post(`${contacts}/${id}/comments`, { json: { comment: `We spoke about ${said} today` } });

  const [byChannel] = await untilFound(address, [id]);
  expect(byChannel).toMatchObject({ post_hit: 'N', meta_hit: 'Y', meta_hit_value: address });
  const [byComment] = await untilFound(said, [id]);
  expect(byComment).toMatchObject({ post_hit: 'N', comment_hit: 'Y' });
  expect(byComment?.comment_hit_content).toContain(said);
});

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

test('the flags choose where to look', async () => {
  const needle = word();
  const named = await create({ name: needle });
  const channelled = await create({ name: 'Channelled', contact_phone: [{ value: needle }] });
  const commented = await create({ name: 'Commented' });
  await http.post(`${contacts}/${commented}/comments`, { json: { comment: needle } });
  await untilFound(needle, [named, channelled, commented]);
  expect(idsOf(await search(needle, { post: true }))).toEqual([named]);
  expect(idsOf(await search(needle, { meta: 'true', post: 'false' }))).toEqual([channelled]);
  expect(idsOf(await search(needle, { comment: 1 }))).toEqual([commented]);
  expect(idsOf(await search(needle, { post: false, meta: false, comment: false }))).toEqual([]);
});

test('finds what lists find by a text in names and channels, parts across blanks last', async () => {
  const needle = word();
  const part = await create({ name: `Bob ${needle}s`, overall_status: 'closed' });
  const channel = await create({ name: 'Rob', contact_email: [{ value: `bob${needle}@example.test` }] });
  const whole = await create({ name: `B ${needle}` });
  await create({ name: `Hidden Bob ${needle}`, type: 'personal' }, 'contacts', api(world, carl.token));
  await until(async () => {
    expect(idsOf(await search(`b ${needle}`))).toEqual([whole, part, channel]);
  });
  expect(idsOf(await search(`b ${needle}`, { offset: 1 }))).toEqual([part, channel]);
  expect(idsOf(await search(`b ${needle}`, { status: 'all' }))).toEqual([whole, channel]);
  expect(idsOf(await search(`b ${needle}`, {}, carl))).toHaveLength(1);
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

test('looks in one type or in all of them', async () => {
  const needle = word();
  const contact = await create({ name: needle });
  const group = await create({ name: needle }, 'groups');
  await untilFound(needle, [contact, group]);
  expect(idsOf(await search(needle, { post_type: 'groups' }))).toEqual([group]);
  expect(idsOf(await search(needle, { post_type: 'contacts' }))).toEqual([contact]);
  expect(await search(needle, { post_type: 'planets' })).toEqual({ hits: [], total_hits: 0 });
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

test('reads the text once or twice encoded', async () => {
  const needle = `${word()} & señor`;
  const id = await create({ name: needle });
  await untilFound(needle, [id]);
  await untilFound(encodeURIComponent(needle), [id]);
});

test('pages go on where the last one ended', async () => {
  const needle = word();
  const ids = await Promise.all(Array.from({ length: 60 }, (_, at) => create({ name: `${needle} ${at}` })));
  await until(async () => {
    const pages = [await search(needle), await search(needle, { offset: 50 })];
    expect(pages.map((page) => page.hits[0]?.total)).toEqual([50, 10]);
    expect(pages[0]?.hits[0]?.offset).toBe(50);
    expect(pages.flatMap(idsOf).sort()).toEqual([...ids].sort());
  });
});

test.each([
  [{ post_type: 'all', offset: 0 }, 'rest_missing_callback_param', /query/],
  [{ query: 'x', offset: 0 }, 'rest_missing_callback_param', /post_type/],
  [{ query: 'x', post_type: 'all', offset: 'far' }, 'rest_invalid_param', /offset/],
  [{ query: { $gt: '' }, post_type: 'all' }, 'rest_invalid_param', /query/],
])('a search with %j is refused', async (query: Values, code, message) => {
  expect(await http.get(path, { query })).toMatchObject({
    status: 400,
    body: { code, message: expect.stringMatching(message), data: { status: 400 } },
  });
});

test('marks the status of hits when one is asked for, and leaves out archived records unless they are wanted', async () => {
  const needle = word();
  const active = await create({ name: `${needle} a`, overall_status: 'active' });
  const paused = await create({ name: `${needle} b`, overall_status: 'paused' });
  const closed = await create({ name: `${needle} c`, overall_status: 'closed' });
  const group = await create({ name: `${needle} d`, group_status: 'inactive' }, 'groups');
  await untilFound(needle, [active, paused, closed, group]);
  const marks = async (more: Values) =>
    hitsOf(await search(needle, more)).map(({ ID, status_hit, status_hit_value, status }) => [
      ID,
      status_hit,
      status_hit_value,
      (status as { label?: string }).label,
    ]);
  const none = [undefined, undefined, undefined];
  expect(await marks({})).toEqual([active, paused, closed, group].map((id) => [id, ...none]));
  expect(await marks({ archived: false })).toEqual(
    [active, paused, closed, group].map((id) => [id, ...none]),
  );
  expect(await marks({ status: '' })).toEqual([active, paused, closed, group].map((id) => [id, ...none]));
  const all = [
    [active, 'Y', 'active', 'Active'],
    [paused, 'Y', 'paused', 'Paused'],
    [closed, 'Y', 'closed', 'Archived'],
    [group, 'Y', 'inactive', 'Inactive'],
  ];
  expect(await marks({ status: 'all', archived: true })).toEqual(all);
  expect(await marks({ status: 'all' })).toEqual(all.slice(0, 2));
  expect(await marks({ status: 'paused', archived: 'false' })).toEqual([
    [active, 'N', '', undefined],
    [paused, 'Y', 'paused', 'Paused'],
    [closed, 'N', '', undefined],
    [group, 'N', '', undefined],
  ]);
  const found = await search(needle, { status: 'all' });
  expect(found).toMatchObject({
    hits: [{ post_type: 'contacts', total: 2, total_count: 2, remaining_count: 0, has_more: false }],
    total_hits: 2,
  });
});

test('every name has an empty text', async () => {
  const loner = await world.createUser({ role: 'multiplier' });
  const as = api(world, loner.token);
  const ids = [
    await create({ name: 'Anne' }, 'contacts', as),
    await create({ name: 'Bert' }, 'contacts', as),
  ];
  await until(async () => {
    const found = await search('', {}, loner);
    expect(idsOf(found)).toEqual(ids);
    expect(hitsOf(found).map(({ post_hit }) => post_hit)).toEqual(['Y', 'Y']);
  });
});

test.each([
  ['a number as it is dialled at home', '06 1', '+33 6 1'],
  ['a number from abroad', '+33 6 1', '06.1'],
  ['a number with the prefix of another country', '0033-6 1', '(+33) (0)6 1'],
  ['a number in Arabic digits', '٠٦١', '061'],
])('finds %s', async (_what, asked, kept) => {
  const rest = String(randomBytes(4).readUInt32BE()).padStart(10, '1').slice(0, 8);
  const id = await create({ name: 'Has a phone', contact_phone: [{ value: `${kept}${rest}` }] });
  const [hit] = await untilFound(`${asked}${rest}`, [id]);
  expect(hit).toMatchObject({ meta_hit: 'Y', meta_hit_value: `${kept}${rest}` });
});

test('a stranger finds nothing', async () => {
  const answer = await api(world).get(path, { query: { query: 'x', post_type: 'all', offset: 0 } });
  expect(answer).toMatchObject({ status: 401, body: { code: 'rest_cannot_access' } });
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
