import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '@svc/service-kit/testing';
import { api, type Answer } from '../support/http.ts';
import { createLink, overHttps, transferTokenOf, type TestLink } from '../support/site-link.ts';
import { openWorld, type TestUser, type World } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';
const links = 'svc-core/v1/site-links';

let world: World;
let ada: TestUser;

beforeAll(async () => {
  world = await openWorld({ instances: { search: 0 }, env: { TRUST_PROXY: '1' } });
  ada = await world.createUser({ role: 'administrator', displayName: 'Ada' });
});

afterAll(() => world?.close());

const unknown = { status: 401, body: { code: 'rest_cannot_access', message: 'Invalid token' } };
const as = (link: TestLink, address?: string) => overHttps(world, transferTokenOf(link), address);
const byAda = () => api(world, ada.token);
const settings = (bearer: string, address?: string) =>
  overHttps(world, bearer, address).get(`${contacts}/settings`);
const idOf = ({ body }: Answer) => Number(body['ID']);

describe('a bearer', () => {
  test('is worth nothing without HTTPS, whoever says that there was some', async () => {
    const link = await createLink(world);
    const plain = api(world, transferTokenOf(link));
    expect(await plain.get(`${contacts}/settings`)).toMatchObject(unknown);
    const headers = { 'x-forwarded-proto': 'http' };
    expect(await plain.get(`${contacts}/settings`, { headers })).toMatchObject(unknown);
  });

  test('counts from the approved address only', async () => {
    const link = await createLink(world, { approved_ip: '203.0.113.77' });
    const bearer = transferTokenOf(link);
    expect((await settings(bearer, '203.0.113.77')).status).toBe(200);
    expect(await settings(bearer, '203.0.113.78')).toMatchObject(unknown);
    // A client can put any address in front; the proxy's own word is the last one.
    expect(await settings(bearer, '203.0.113.77, 203.0.113.78')).toMatchObject(unknown);
  });

  test('ends with the link, and with a new token', async () => {
    const link = await createLink(world);
    const bearer = transferTokenOf(link);
    expect((await settings(bearer)).status).toBe(200);
    const { body: rotated } = await byAda().post<TestLink>(`${links}/${link.id}/rotate`);
    await until(async () => expect(await settings(bearer)).toMatchObject(unknown));
    expect((await settings(transferTokenOf(rotated))).status).toBe(200);
    expect(await byAda().delete(`${links}/${link.id}`)).toMatchObject({ status: 200, body: true });
    await until(async () => expect(await settings(transferTokenOf(rotated))).toMatchObject(unknown));
  });
});

describe('looking after site links', () => {
  const draft = { label: 'Partner', site1: 'https://records.example.org', site2: 'partner.example.org' };

  test('an administrator makes one, and sees its token once', async () => {
    const json = { ...draft, type: 'create_update_groups', approved_ip: '203.0.113.9' };
    const made = await byAda().post<TestLink>(links, { json });
    expect(made).toMatchObject({
      status: 200,
      body: {
        label: 'Partner',
        site1: 'records.example.org',
        site2: 'partner.example.org',
        type_label: 'Create and Update Groups',
        capabilities: ['create_groups', 'update_any_groups'],
        approved_ip: '203.0.113.9',
        api_key: false,
        created_by: { id: ada.id, display_name: 'Ada' },
        token: expect.stringMatching(/^[\da-f]{64}$/),
      },
    });
    const list = await byAda().get(links);
    const { token, note, ...shown } = made.body;
    expect(note).toContain('HTTPS');
    expect(list.body['site_links']).toContainEqual(shown);
    expect(list.text).not.toContain(token);
  });
});

describe('a link that creates', () => {
  test('gets the ID and nothing more, and cannot look at what it made', async () => {
    const link = await createLink(world, { label: 'Form of Ada' });
    const made = await as(link).post(contacts, {
      json: { name: 'From Link', contact_phone: [{ value: 'link-1' }] },
    });
    expect(made).toMatchObject({ status: 200, body: { ID: expect.any(Number) } });
    expect(Object.keys(made.body)).toEqual(['ID']);

    for (const [path, code] of [
      [`${contacts}/${idOf(made)}`, 'get_post'],
      [contacts, 'search_viewable_post'],
      [`${contacts}/compact`, 'get_viewable_compact'],
      [`${contacts}/${idOf(made)}/comments`, 'get_post_comments'],
      [`${contacts}/${idOf(made)}/activity`, 'get_post_activity'],
    ] as const)
      expect(await as(link).get(path)).toMatchObject({ status: 403, body: { code } });
    const update = await as(link).post(`${contacts}/${idOf(made)}`, { json: { name: 'Renamed' } });
    expect(update).toMatchObject({ status: 403, body: { code: 'update_post' } });
    expect(await as(link).post('svc-posts/v2/groups', { json: { name: 'x' } })).toMatchObject({
      status: 403,
    });
  });

  test('reads the settings of its type and of no other', async () => {
    const link = await createLink(world);
    const answer = await as(link).get(`${contacts}/settings`);
    expect(answer).toMatchObject({ status: 200, body: { post_type: 'contacts', fields: { name: {} } } });
    expect(await as(link).get('svc-posts/v2/groups/settings')).toMatchObject({
      status: 403,
      body: { code: 'get_post_settings' },
    });
  });
});

test('a link that updates too gets the ID again and nothing more, and its label stands in history and comments', async () => {
  const link = await createLink(world, { label: 'Partner site', type: 'create_update_contacts' });
  const id = idOf(await as(link).post(contacts, { json: { name: 'Shared work' } }));
  const answer = await as(link).post(`${contacts}/${id}`, { json: { nickname: 'Nick' } });
  expect([answer.status, answer.body]).toEqual([200, { ID: id }]);
  const { body } = await byAda().get<{ activity: object[] }>(`${contacts}/${id}/activity`);
  const told = [
    { object_note: 'Created with site link: Partner site', name: 'Partner site' },
    { meta_key: 'nickname', name: 'Partner site' },
  ];
  for (const item of told) expect(body.activity).toContainEqual(expect.objectContaining(item));
  const comment = await as(link).post(`${contacts}/${id}/comments`, { json: { comment: 'Hello' } });
  expect(comment).toMatchObject({ status: 200, body: { comment_author: 'Partner site', user_id: '0' } });
  const favorite = await as(link).post(`${contacts}/${id}`, { json: { favorite: true } });
  expect(favorite).toMatchObject({ status: 400, body: { code: 'update_post_user_meta_fields' } });
  expect(await as(link).get(`${contacts}/${id}`)).toMatchObject({ status: 403, body: { code: 'get_post' } });
});

test('anybody may ask for the fields of the type of a transfer token', async () => {
  const json = { transfer_token: transferTokenOf(await createLink(world)) };
  const answer = await overHttps(world, undefined).post('svc-public/v2/contacts/settings_fields', { json });
  expect(answer).toMatchObject({ status: 200, body: { name: { type: 'text' }, sources: { default: {} } } });
});

test('too many bad bearers from one address are answered with 429, and other addresses are not affected', async () => {
  const link = await createLink(world);
  const address = '203.0.113.200';
  for (let count = 0; count < 50; count += 1)
    expect((await settings(`guess-${count}`, address)).status).toBe(401);
  const answer = await settings(transferTokenOf(link), address);
  expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await settings(transferTokenOf(link), '203.0.113.201')).status).toBe(200);
});
