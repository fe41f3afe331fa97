import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { api, type Api } from '../support/http.ts';
import { openWorld, type World } from '../support/world.ts';

const extension = join(import.meta.dirname, '../support/public-extension.ts');
const open = 'svc-public/svc-core/v1/settings';
const core = 'svc-core/v1/settings';
const settings = {
  url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
  login_settings: [{ type: 'saml' }],
  motto: expect.stringMatching(/^for en/),
};

let world: World;
let stranger: Api;
let mona: Api;

beforeAll(async () => {
  world = await openWorld({
    instances: { search: 0, comments: 0 },
    env: { EXTENSIONS: extension, NAMESPACE_PREFIXES: 'svc,dt' },
  });
  stranger = api(world);
  mona = api(world, (await world.createUser({ role: 'multiplier' })).token);
});

afterAll(() => world?.close());

test.each([open, `${open}/`, 'dt-public/dt-core/v1/settings'])(
  'public settings are open at %s, also with a token that nobody accepts, and are nothing else, so nothing secret',
  async (path) => {
    for (const caller of [stranger, mona, api(world, 'no.such.token')])
      expect(await caller.get(path)).toMatchObject({ status: 200, body: settings });
    const { body } = await stranger.get(path);
    expect(Object.keys(body).sort()).toEqual(['login_settings', 'motto', 'url']);
  },
);

test('public settings are told in the language of the request', async () => {
  const { body } = await stranger.get(open, { headers: { 'accept-language': 'fr' } });
  expect(body).toMatchObject({ motto: 'for fr' });
});

test.each([core, 'dt-core/v1/settings'])(
  'the settings of the installation are at %s for who is logged in',
  async (path) => {
    expect((await stranger.get(path)).status).toBe(401);
    const { status, body } = await mona.get(path);
    expect(status).toBe(200);
    expect(Object.keys(body['post_types'] as object)).toEqual(['contacts', 'groups', 'peoplegroups']);
    expect(body['plugins']).toEqual({
      'open-door': { name: 'open-door', plugin_url: '', version: '2.1.0' },
    });
  },
);
