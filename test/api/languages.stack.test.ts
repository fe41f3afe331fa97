import { beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '@svc/testing';
import { api, type Api } from '../support/http.ts';
import { type World, worldInCommon } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';

interface Settings {
  label_plural: string;
  fields: Record<string, { name: string; default?: Record<string, { label: string }> }>;
}

interface CoreSettings {
  post_types: Record<string, Settings>;
  plugins: unknown;
}

let world: World;
/** Callers by their locale. */
let by: Record<'en_US' | 'fr_FR' | 'es_419', Api>;
let contact: number;

beforeAll(async () => {
  world = await worldInCommon();
  const [en_US, fr_FR, es_419] = await Promise.all(['en_US', 'fr_FR', 'es_419'].map(reader));
  by = { en_US, fr_FR, es_419 } as typeof by;
  const json = { name: 'Ann', type: 'access', overall_status: 'active', x_shirt: 'red' };
  contact = (await by.en_US.post<{ ID: number }>(contacts, { json })).body.ID;
  await by.en_US.post(`${contacts}/${contact}`, { json: { nickname: 'Annie', overall_status: 'paused' } });
});

/** Those of the shared world that are not translated. */
const otherExtensions = ['extra-fields', 'files', 'listed-items', 'naming', 'noted-fields'];

/** Finds the contact alone: no other suite writes the field. */
const ofShirts = { x_shirt: ['red'], overall_status: ['paused'] };

/** A new administrator with a locale. */
const reader = async (locale: string): Promise<Api> =>
  api(world, (await world.createUser({ role: 'administrator', locale })).token);

describe.each([
  ['en_US', 'Contacts', 'Status', 'Shirt', 'Red'],
  ['fr_FR', 'Contacts', 'Statut', 'Chemise', 'Rouge'],
  ['es_419', 'Contactos', 'Estado', 'Shirt', 'Red'],
] as const)('for a user with the locale %s', (locale, plural, tile, shirt, red) => {
  test('settings, including those of extensions, have their labels', async () => {
    const { body } = await by[locale].get<Settings & { tiles: Record<string, { label: string }> }>(
      `${contacts}/settings`,
    );
    expect(body.tiles['status']?.label).toBe(tile);
    expect(body.label_plural).toBe(plural);
    expect(body.fields['x_shirt']).toMatchObject({ name: shirt, default: { red: { label: red } } });
    const { body: core } = await by[locale].get<CoreSettings>('svc-core/v1/settings');
    expect(core.post_types['contacts']?.fields['x_shirt']?.name).toBe(shirt);
    expect(core.plugins).toEqual({
      ...Object.fromEntries(
        otherExtensions.map((name) => [name, { name, plugin_url: '', version: '1.0.0' }]),
      ),
      translated: { name: 'translated', plugin_url: 'https://example.test/translated', version: '1.0.0' },
    });
  });

  test('records and lists have the labels of their options in their language', async () => {
    const { body } = await by[locale].get(`${contacts}/${contact}`);
    expect(body).toMatchObject({ x_shirt: { key: 'red', label: red } });
    const { body: page } = await by[locale].get<{ posts: unknown[] }>(contacts, { query: ofShirts });
    expect(page.posts).toEqual([
      expect.objectContaining({ ID: contact, x_shirt: { key: 'red', label: red } }),
    ]);
  });
});

test('answers in French and English are cached separately', async () => {
  for (const [locale, label] of [
    ['fr_FR', 'En pause'],
    ['en_US', 'Paused'],
    ['fr_FR', 'En pause'],
  ] as const) {
    const { body } = await by[locale].get(contacts, { query: ofShirts });
    expect(body).toMatchObject({ posts: [{ overall_status: { key: 'paused', label } }] });
  }
});

test.each([
  ['en_US', ['Nickname changed to Annie', 'Contact Status: Paused']],
  ['fr_FR', ['Surnom changé en Annie', 'Statut du contact : En pause']],
] as const)('the history is in the language of %s', async (locale, notes) => {
  const { body } = await by[locale].get<{ activity: { object_note: string }[] }>(
    `${contacts}/${contact}/activity`,
  );
  expect(body.activity.map(({ object_note: note }) => note)).toEqual(expect.arrayContaining([...notes]));
});

test('a write in French stores English texts', async () => {
  const json = { name: 'Bea', type: 'access', gender: 'female' };
  const { body: made } = await by.fr_FR.post<{ ID: number; gender: unknown }>(contacts, { json });
  expect(made.gender).toEqual({ key: 'female', label: 'Femme' });
  const path = `${contacts}/${made.ID}/activity`;
  const { body } = await by.en_US.get<{
    activity: { histid: string; object_note: string; meta_key: string }[];
  }>(path);
  const row = body.activity.find(({ meta_key: key }) => key === 'gender');
  expect(row?.object_note).toBe('Gender: Female');
  const { body: raw } = await by.fr_FR.get(path, {
    query: { revert: 1, ts_start: 0, actions: 'field_update' },
  });
  expect(JSON.stringify(raw)).toContain('Added Gender: Female');
});

test.each([
  ['en_US', 'Invalid parameter(s): post_type', 'hats is not a valid post type'],
  ['fr_FR', 'Paramètre(s) incorrect(s) : post_type', 'hats n’est pas un type de fiche valable'],
] as const)('a refusal and its parts are in the language of %s', async (locale, message, problem) => {
  const { status, body } = await by[locale].get('svc-posts/v2/hats/settings');
  expect(status).toBe(400);
  expect(body).toMatchObject({
    code: 'rest_invalid_param',
    message,
    data: { params: { post_type: problem } },
  });
});

test('every problem of a write is in the language of the caller', async () => {
  const json = { name: 'Cid', overall_status: 'lost', baptism_date: 'soon' };
  const { body } = await by.fr_FR.post<{ message: string; data: { errors: { message: string }[] } }>(
    contacts,
    {
      json,
    },
  );
  expect(body.message).toMatch(/^la valeur key_select doit être l’une de new, /);
  expect(body.data.errors.map(({ message }) => message)).toEqual([
    'la valeur date doit être yyyy-mm-dd ou un horodatage Unix : baptism_date, reçu : soon',
  ]);
});

test('the refusal of an extension is translated to French', async () => {
  const { body } = await by.fr_FR.post(contacts, { json: { name: 'Dan', nickname: 'Grey' } });
  expect(body).toMatchObject({
    code: 'extension_refused',
    message: 'L’extension translated a refusé la requête dans svc_post_create_fields : Pas de gris ici',
  });
});

test.each([
  ['fr-CA,fr;q=0.9', 'Seuls les utilisateurs authentifiés ont accès à l’API REST.'],
  ['*', 'Only authenticated users can access the REST API.'],
])(
  'a request without credentials and with Accept-Language %s is refused in the best language',
  async (language, message) => {
    const stranger = api(world);
    const { status, body } = await stranger.get(contacts, { headers: { 'accept-language': language } });
    expect(status).toBe(401);
    expect(body).toMatchObject({ code: 'rest_cannot_access', message });
  },
);

test('a changed language of a user applies to refusals, also of the gateway', async () => {
  const http = await reader('en_US');
  const refusal = async () => (await http.get('svc-posts/v2/contacts/1/nothing')).body;
  expect(await refusal()).toMatchObject({ message: expect.stringMatching(/^No route /) });
  expect(await http.post('svc/v1/user/update', { json: { locale: 'fr_FR' } })).toMatchObject({ status: 200 });
  const message = 'Aucune route ne correspond à l’adresse et à la méthode de la requête.';
  await until(async () => expect(await refusal()).toMatchObject({ code: 'rest_no_route', message }));
});

test('a profile has the labels of its user’s language', async () => {
  const { body } = await by.fr_FR.get('svc/v1/user/my');
  expect(body).toMatchObject({ profile: { roles: { administrator: 'Administrateur' } } });
  expect(JSON.stringify(body)).toContain('Nouveaux commentaires');
});

test.each([
  'svc-public/svc-core/v1/settings',
  'svc-public/svc-core/v1/settings/',
  'dt-public/dt-core/v1/settings',
])('public settings at %s are in the language of the request and have nothing else', async (path) => {
  const settings = { url: expect.stringMatching(/^http:/), login_settings: [{ type: 'saml' }] };
  for (const caller of [api(world), by.en_US, api(world, 'no.such.token')])
    expect((await caller.get(path)).body).toEqual({ ...settings, motto: expect.stringMatching(/^for en/) });
  const { body } = await api(world).get(path, { headers: { 'accept-language': 'fr' } });
  expect(body).toMatchObject({ motto: 'for fr' });
});

test('the settings of the installation need a login', async () => {
  expect((await api(world).get('dt-core/v1/settings')).status).toBe(401);
  const { body } = await by.en_US.get('dt-core/v1/settings');
  const ofExtensions = ['items', 'boxes', 'trainings'];
  expect(Object.keys(body['post_types'] as object)).toEqual([
    'contacts',
    'groups',
    'peoplegroups',
    ...ofExtensions,
  ]);
});
