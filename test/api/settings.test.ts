import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordsSetModule } from '@svc/contracts';
import { until } from '@svc/service-kit/testing';
import { api, type Answer, type Api } from '../support/http.ts';
import { openWorld, type World } from '../support/world.ts';

const extension = join(import.meta.dirname, '../support/public-extension.ts');
const open = 'svc-public/svc-core/v1/settings';
const core = 'svc-core/v1/settings';

interface CoreSettings {
  post_types: Record<string, { label_plural: string; fields: Record<string, { default?: unknown }> }>;
  plugins: unknown;
}

let world: World;
let stranger: Api;
let mona: Api;
let dora: Api;

beforeAll(async () => {
  world = await openWorld({
    instances: { records: 2, search: 0, comments: 0 },
    env: { EXTENSIONS: extension, NAMESPACE_PREFIXES: 'svc,dt' },
  });
  stranger = api(world);
  mona = api(world, (await world.createUser({ role: 'multiplier' })).token);
  dora = api(world, (await world.createUser({ role: 'dispatcher' })).token);
});

afterAll(() => world?.close());

const tagOf = ({ headers }: Answer<unknown>) => headers.get('etag') ?? '';
const unlessTagged = (etag: string) => ({ headers: { 'if-none-match': etag } });

/** Each request goes to any of the instances: so many in a row have asked both. */
async function fromBoth<Body>(caller: Api, path: string): Promise<readonly Answer<Body>[]> {
  return Promise.all(Array.from({ length: 12 }, () => caller.get<Body>(path)));
}

describe('public settings', () => {
  const expected = {
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    login_settings: [{ type: 'saml' }],
    motto: expect.stringMatching(/^for en/),
  };

  test.each([open, `${open}/`, 'dt-public/dt-core/v1/settings'])('are open at %s', async (path) => {
    const answer = await stranger.get(path);
    expect(answer).toMatchObject({ status: 200, body: expected });
    // Nothing else, so nothing secret.
    expect(Object.keys(answer.body).sort()).toEqual(['login_settings', 'motto', 'url']);
  });

  test('are the same for who is logged in, also with a token that nobody accepts', async () => {
    for (const caller of [mona, api(world, 'no.such.token')])
      expect(await caller.get(open)).toMatchObject({ status: 200, body: expected });
  });

  test('are told in the language of the request', async () => {
    const { body } = await stranger.get(open, { headers: { 'accept-language': 'fr' } });
    expect(body).toMatchObject({ motto: 'for fr' });
  });

  test('are not sent again to who has them', async () => {
    const first = await stranger.get(open);
    for (const { headers } of await fromBoth(stranger, open)) expect(headers.get('etag')).toBe(tagOf(first));
    const url = `${world.gatewayUrl}/wp-json/${open}`;
    const again = await fetch(url, unlessTagged(tagOf(first)));
    expect({ status: again.status, text: await again.text() }).toEqual({ status: 304, text: '' });
  });

  test('that an extension fails to tell are refused with its name and its hook', async () => {
    const answer = await stranger.get(open, { headers: { 'accept-language': 'es' } });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'extension_refused',
        message: expect.stringContaining('Closed today'),
        data: { status: 400, extension: 'open-door', hook: 'svc_core_public_endpoint_settings' },
      },
    });
    expect(answer.headers.get('etag')).toBeNull();
  });

  test('are only read', async () => {
    expect((await stranger.post(open, { json: { url: 'x' } })).status).toBe(404);
  });
});

describe('the settings of the installation', () => {
  test.each([core, 'dt-core/v1/settings'])('are at %s for who is logged in', async (path) => {
    expect((await stranger.get(path)).status).toBe(401);
    const { status, body } = await mona.get<CoreSettings>(path);
    expect(status).toBe(200);
    expect(Object.keys(body.post_types)).toEqual(['contacts', 'groups', 'peoplegroups']);
    expect(body.plugins).toEqual({ 'open-door': { name: 'open-door', plugin_url: '', version: '2.1.0' } });
  });

  test('are the same bytes from every instance, and not sent again', async () => {
    const [first, ...others] = await fromBoth(mona, core);
    const etag = first ? tagOf(first) : '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const other of others) expect(tagOf(other)).toBe(etag);
    const { token } = await world.createUser({ role: 'multiplier' });
    const headers = { authorization: `Bearer ${token}`, 'if-none-match': etag };
    // Somebody who sees the same has the same.
    const again = await fetch(`${world.gatewayUrl}/wp-json/${core}`, { headers });
    expect({ status: again.status, text: await again.text() }).toEqual({ status: 304, text: '' });
  });

  test('are others in another language', async () => {
    const { token } = await world.createUser({ role: 'multiplier' });
    const reader = api(world, token);
    const english = await reader.get<CoreSettings>(core);
    await reader.post('svc/v1/user/update', { json: { locale: 'es_ES' } });
    await until(async () => {
      for (const { body, headers } of await fromBoth<CoreSettings>(reader, core)) {
        expect(body.post_types['contacts']?.label_plural).toBe('Contactos');
        expect(headers.get('etag')).not.toBe(tagOf(english));
      }
    });
  });

  test('list a new tag to those who may see it, on every instance, and to nobody else', async () => {
    const { token } = await world.createUser({ role: 'multiplier' });
    const carl = api(world, token);
    const tagsOf = ({ body }: Answer<CoreSettings>) => body.post_types['contacts']?.fields['tags']?.default;
    const before = await mona.get<CoreSettings>(core);
    expect(tagsOf(before)).toEqual([]);

    const tags = { values: [{ value: 'street team' }] };
    const { body: made } = await mona.post('svc-posts/v2/contacts', { json: { name: 'Ann', tags } });
    await until(async () => {
      for (const caller of [mona, dora])
        for (const answer of await fromBoth<CoreSettings>(caller, core)) {
          expect(tagsOf(answer)).toEqual(['street team']);
          expect(tagOf(answer)).not.toBe(tagOf(before));
        }
    });
    const { body } = await mona.get<CoreSettings['post_types'][string]>('svc-posts/v2/contacts/settings');
    expect(body.fields['tags']).toMatchObject({ type: 'tags', default: ['street team'] });
    for (const answer of await fromBoth<CoreSettings>(carl, core)) expect(tagsOf(answer)).toEqual([]);

    const gone = { values: [{ value: 'street team', delete: true }] };
    await mona.post(`svc-posts/v2/contacts/${String(made['ID'])}`, { json: { tags: gone } });
    await until(async () => {
      for (const answer of await fromBoth<CoreSettings>(mona, core)) expect(tagsOf(answer)).toEqual([]);
    });
  });

  test('follow a module that is switched, on every instance', async () => {
    const switched = async (enabled: boolean) => {
      await world.ask(recordsSetModule, { module: 'people_groups', enabled });
      await until(async () => {
        for (const { body } of await fromBoth<CoreSettings>(mona, core))
          expect(Object.keys(body.post_types).includes('peoplegroups')).toBe(enabled);
      });
    };
    const before = await mona.get(core);
    await switched(false);
    await switched(true);
    expect(tagOf(await mona.get(core))).toBe(tagOf(before));
  });
});
