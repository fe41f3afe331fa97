import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { until } from '@svc/testing';
import { api, type Api } from '../support/http.ts';
import { tinyPicture } from '../support/tiny-picture.ts';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';

let world: World;
let mona: TestUser;
let asMona: Api;
let asDora: Api;
let id: number;

beforeAll(async () => {
  world = await worldInCommon();
  mona = await world.createUser({ role: 'multiplier', displayName: 'Mona <script>' });
  const dora = await world.createUser({ role: 'dispatcher', displayName: 'Dora' });
  asMona = api(world, mona.token);
  asDora = api(world, dora.token);
  id = (await asMona.post<{ ID: number }>('svc-posts/v2/contacts', { json: { name: 'Ann' } })).body.ID;
  const comment = `Hello @[Dora](${dora.id})`;
  await asMona.post(`svc-posts/v2/contacts/${id}/comments`, { json: { comment } });
  await asMona.post(`svc-posts/v2/contacts/${id}/shares`, { json: { user_id: dora.id } });
});

/** Answers about people: their authors, mentions, shares, followers, assignments and lists of users. */
const answersAboutPeople = [
  ['GET', 'svc-posts/v2/contacts/{id}'],
  ['GET', 'svc-posts/v2/contacts'],
  ['GET', 'svc-posts/v2/contacts/{id}/comments'],
  ['GET', 'svc-posts/v2/contacts/{id}/activity'],
  ['GET', 'svc-posts/v2/contacts/{id}/shares'],
  ['GET', 'svc-posts/v2/contacts/{id}/following'],
  ['GET', 'svc-posts/v2/contacts/compact?s='],
  ['GET', 'svc-posts/v2/contacts/assignment-list'],
  ['GET', 'svc/v1/users/get_users?get_all=1'],
  ['GET', 'svc/v1/user/my'],
  ['GET', 'user-management/v1/get_users'],
  ['POST', 'svc/v1/notifications/get_notifications'],
] as const;

test.each(answersAboutPeople)(
  'the answer of %s %s has no value derived from an e-mail address',
  async (method, path) => {
    const sending = method === 'POST' ? { json: { all: true, page: 0, limit: 10 } } : {};
    const { status, text } = await asDora.request(method, path.replace('{id}', String(id)), sending);
    expect(status).toBe(200);
    expect(text).not.toContain('gravatar.com');
    for (const email of [mona.email, mona.email.toUpperCase()])
      for (const algorithm of ['md5', 'sha1', 'sha256'])
        for (const encoding of ['hex', 'base64', 'base64url'] as const)
          expect(text).not.toContain(createHash(algorithm).update(email).digest(encoding));
  },
);

/** Replaces the public address of the service, at which it does not listen, by its real one. */
const here = (url: string) => world.gatewayUrl + new URL(url).pathname;

test('comments, history and lists of users have the address of the same picture', async () => {
  const { body: comments } = await asMona.get<{ comments: Record<string, string>[] }>(
    `svc-posts/v2/contacts/${id}/comments`,
  );
  const address = comments.comments[0]?.['gravatar'] ?? '';
  const { body: history } = await asMona.get<{ activity: Record<string, string>[] }>(
    `svc-posts/v2/contacts/${id}/activity`,
  );
  expect(history.activity[0]).toMatchObject({ avatar: address, gravatar: address });
  const { body: users } = await asDora.get<object[]>('svc/v1/users/get_users?get_all=1');
  expect(users).toContainEqual(expect.objectContaining({ ID: mona.id, avatar: address }));
});

test('a picture is shown without credentials, on pages of any origin, and cached for ever', async () => {
  const { body } = await asMona.get<{ comments: Record<string, string>[] }>(
    `svc-posts/v2/contacts/${id}/comments`,
  );
  const url = here(body.comments[0]?.['gravatar'] ?? '');
  const response = await fetch(url);
  const drawn = await response.text();
  expect(response.status).toBe(200);
  expect(drawn).toContain('<title>MS</title>');
  expect(drawn).not.toContain('script');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const tag = response.headers.get('etag') ?? '';
  const again = await fetch(url, { headers: { 'if-none-match': tag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(drawn.length)]);
});

test('an invalid address has the neutral picture and does not reveal accounts', async () => {
  const base = `${world.gatewayUrl}/wp-json/avatars/v1/`;
  const drawn = await Promise.all(
    ['1', String(mona.id), mona.username, 'i1.TU0.3.AAAAAAAAAAAAAAAAAAAAAA'].map(async (address) => {
      const response = await fetch(base + address);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
      return response.text();
    }),
  );
  expect(new Set(drawn).size).toBe(1);
});

test('a new name has a new picture, and the old address keeps the old one', async () => {
  const nora = await world.createUser({ role: 'multiplier', displayName: 'Nora Old' });
  const asNora = api(world, nora.token);
  const made = await asNora.post<{ ID: number }>('svc-posts/v2/contacts', { json: { name: 'Bea' } });
  await asNora.post(`svc-posts/v2/contacts/${made.body.ID}/comments`, { json: { comment: 'Hi' } });
  const current = async () => {
    const { body } = await asNora.get<{ comments: Record<string, string>[] }>(
      `svc-posts/v2/contacts/${made.body.ID}/comments`,
    );
    return body.comments[0]?.['gravatar'] ?? '';
  };
  const before = await current();
  await asNora.post('svc/v1/user/update', { json: { update_display_name: 'Nora New' } });
  const after = await current();
  expect(await (await fetch(here(after))).text()).toContain('>NN<');
  expect(await (await fetch(here(before))).text()).toContain('>NO<');
});

test('an uploaded picture stands for the user everywhere, until it is removed', async () => {
  const olga = await world.createUser({ role: 'multiplier', displayName: 'Olga Uploader' });
  const asOlga = api(world, olga.token);
  const made = await asOlga.post<{ ID: number }>('svc-posts/v2/contacts', { json: { name: 'Cem' } });
  const shown = async () => {
    const { body } = await asOlga.get<{ activity: Record<string, string>[] }>(
      `svc-posts/v2/contacts/${made.body.ID}/activity`,
    );
    return body.activity[0]?.['avatar'];
  };
  const initials = await shown();
  const sent = await asOlga.post<{ avatar: string }>('svc/v1/user/avatar', {
    json: { picture: tinyPicture },
  });
  expect(sent.status).toBe(200);
  // Records learns from an event that its copy of the address is old.
  await until(async () => expect(await shown()).toBe(sent.body.avatar));

  const picture = await fetch(here(sent.body.avatar));
  expect(Object.fromEntries(picture.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'private, max-age=3600',
  });
  expect(Buffer.from(await picture.arrayBuffer()).toString('latin1')).toMatch(/^RIFF/);

  const removed = await asOlga.delete<{ avatar: string }>('svc/v1/user/avatar');
  expect(removed.body.avatar).toBe(initials);
  await until(async () => expect(await shown()).toBe(initials));
  expect((await fetch(here(sent.body.avatar))).headers.get('content-type')).toBe('image/svg+xml');
});

test('a picture that is too large or no picture is refused with the reason', async () => {
  const upload = (picture: string) => asMona.post('svc/v1/user/avatar', { json: { picture } });
  for (const picture of ['x', 'A'.repeat(699_056), 'A'.repeat(800_000)])
    expect(await upload(picture)).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { picture: expect.any(String) } } },
    });
  expect((await asMona.post('svc/v1/user/avatar', { json: {} })).body).toMatchObject({
    code: 'rest_missing_callback_param',
  });
});
