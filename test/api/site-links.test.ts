import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordsImportLocations } from '@svc/contracts';
import { until } from '@svc/service-kit/testing';
import { gridRows } from '../support/grid.ts';
import { api, type Answer } from '../support/http.ts';
import { createLink, overHttps, transferTokenOf, type TestLink } from '../support/site-link.ts';
import { openWorld, type TestUser, type World } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';
const links = 'svc-core/v1/site-links';

let world: World;
let ada: TestUser;
let mona: TestUser;

beforeAll(async () => {
  world = await openWorld({ instances: { search: 0 }, env: { TRUST_PROXY: '1' } });
  await world.ask(recordsImportLocations, { rows: [...gridRows] });
  ada = await world.createUser({ role: 'administrator', displayName: 'Ada' });
  mona = await world.createUser({ role: 'multiplier', displayName: 'Mona' });
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

  test('leaves the contact to the base user, and the history says where it came from', async () => {
    const link = await createLink(world, { label: 'Form of the site' });
    const id = idOf(await as(link).post(contacts, { json: { name: 'Left to Ada' } }));
    const { body: contact } = await byAda().get(`${contacts}/${id}`);
    expect(contact).toMatchObject({
      overall_status: { key: 'new' },
      assigned_to: { id: String(ada.id) },
      type: { key: 'access' },
      post_author: '0',
    });
    const { body: history } = await byAda().get<{ activity: object[] }>(`${contacts}/${id}/activity`);
    expect(history.activity).toContainEqual(
      expect.objectContaining({
        object_note: 'Created with site link: Form of the site',
        name: 'Form of the site',
      }),
    );
    expect(await api(world, mona.token).get(`${contacts}/${id}`)).toMatchObject({ status: 403 });
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

  test('repeats a request under its key, and shares it with no other link of the same name', async () => {
    const one = await createLink(world);
    const other = await createLink(world);
    const sending = { json: { name: 'Once' }, headers: { 'idempotency-key': 'form-1' } };
    const first = idOf(await as(one).post(contacts, sending));
    expect(idOf(await as(one).post(contacts, sending))).toBe(first);
    expect(idOf(await as(other).post(contacts, sending))).not.toBe(first);
  });
});

describe('a link that updates too', () => {
  let link: TestLink;
  let id: number;

  beforeAll(async () => {
    link = await createLink(world, { label: 'Partner site', type: 'create_update_contacts' });
    id = idOf(await as(link).post(contacts, { json: { name: 'Shared work' } }));
  });

  test('gets the ID again, and the history has its name', async () => {
    const answer = await as(link).post(`${contacts}/${id}`, { json: { nickname: 'Nick' } });
    expect(answer).toMatchObject({ status: 200, body: { ID: id } });
    expect(Object.keys(answer.body)).toEqual(['ID']);
    expect((await byAda().get(`${contacts}/${id}`)).body).toMatchObject({ nickname: 'Nick' });
    const { body } = await byAda().get<{ activity: object[] }>(`${contacts}/${id}/activity`);
    expect(body.activity).toContainEqual(
      expect.objectContaining({ meta_key: 'nickname', name: 'Partner site' }),
    );
    expect(await as(link).get(`${contacts}/${id}`)).toMatchObject({
      status: 403,
      body: { code: 'get_post' },
    });
  });

  test('comments under its label', async () => {
    const answer = await as(link).post(`${contacts}/${id}/comments`, { json: { comment: 'Hello' } });
    expect(answer).toMatchObject({ status: 200, body: { comment_author: 'Partner site', user_id: '0' } });
  });

  test.each([{ favorite: true }, { tasks: { values: [{ value: { note: 'x' }, date: '2030-01-01' }] } }])(
    'keeps nothing for itself: %j',
    async (json) => {
      expect(await as(link).post(`${contacts}/${id}`, { json })).toMatchObject({
        status: 400,
        body: {
          code: 'update_post_user_meta_fields',
          message: expect.stringContaining('Cannot update post_user_meta fields for no user'),
        },
      });
    },
  );
});

test('anybody may ask whether a transfer token is good, and for the fields of its type', async () => {
  const token = transferTokenOf(await createLink(world));
  const door = overHttps(world, undefined);
  const check = 'svc-public/v1/sites/site_link_check';
  const ask = (path: string) => door.post<unknown>(path, { json: { transfer_token: token } });
  expect(await ask(check)).toMatchObject({ status: 200, body: true });
  expect(await door.post(check, { form: { transfer_token: token } })).toMatchObject({
    status: 200,
    body: true,
  });
  expect(await ask('svc-public/v2/contacts/settings_fields')).toMatchObject({
    status: 200,
    body: { name: { type: 'text' }, sources: { default: {} } },
  });
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
