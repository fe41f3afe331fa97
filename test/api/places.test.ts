import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordsImportLocations, usersSetRoles } from '@svc/contracts';
import { until } from '@svc/service-kit/testing';
import { runAdmin } from '../support/admin-tool.ts';
import { api, type Answer, type Api } from '../support/http.ts';
import { madeUpPlaces } from '../support/made-up-places.ts';
import { openWorld, type TestUser, type World } from '../support/world.ts';
import { roles, workers, type Role } from './matrix/roles.ts';

const search = 'svc/v1/mapping_module/search_location_grid_by_name';
const counts = 'svc/v1/mapping_module/location_counts';
const names = 'svc-mobile-app/v1/locations';
const changed = 'svc-mobile-app/v1/location-data';

interface Found {
  location_grid: { name: string; ID: string }[];
  total: string;
}

interface Counted {
  parent: { grid_id: number; count: number };
  parts: { grid_id: number; count: number }[];
}

let world: World;
let mona: Api;
let administrator: Api;

beforeAll(async () => {
  world = await openWorld({
    instances: { records: 2, search: 0, comments: 0 },
    env: { NAMESPACE_PREFIXES: 'svc,dt' },
  });
  await world.ask(recordsImportLocations, { rows: [...madeUpPlaces] });
  mona = api(world, (await world.createUser({ role: 'multiplier' })).token);
  administrator = api(world, (await world.createUser({ role: 'administrator' })).token);
  await until(async () => {
    for (const { body } of await fromBoth<Found>(mona, `${search}?s=zzem`)) expect(body.total).toBe('4');
  });
});

afterAll(() => world?.close());

/** Each request goes to any of the instances: so many in a row have asked both. */
async function fromBoth<Body>(caller: Api, path: string): Promise<readonly Answer<Body>[]> {
  return Promise.all(Array.from({ length: 12 }, () => caller.get<Body>(path)));
}

const located = (...ids: number[]) => ({ location_grid: { values: ids.map((value) => ({ value })) } });
const unlessTagged = (token: string, etag: string) => ({
  headers: { authorization: `Bearer ${token}`, 'if-none-match': etag },
});

describe('the search for places', () => {
  test.each<[string, string, [string, string][]]>([
    [
      'by a part of the name',
      's=zzem',
      [
        ['Zzemrita', '5010'],
        ['Zzembla', '5001'],
        ['Zzembla > Zzemblan Île', '5002'],
        ['Zzembla > Zzemblan Île > Zzemgrad', '5003'],
      ],
    ],
    ['in any script', 's=южНАЯ', [['Zzembla > Южная', '5004']]],
    [
      'with what else clients send',
      's=zzemgr&field=location_grid&filter=all&_=17',
      [['Zzembla > Zzemblan Île > Zzemgrad', '5003']],
    ],
  ])('finds places %s', async (_how, query, expected) => {
    const { status, body } = await mona.get<Found>(`${search}?${query}`);
    expect(status).toBe(200);
    const location_grid = expected.map(([name, ID]) => ({ name, ID }));
    expect(body).toEqual({ location_grid, total: String(expected.length) });
  });

  test('is served under every prefix, with a slash at its end', async () => {
    const path = 'dt/v1/mapping_module/search_location_grid_by_name/?s=zzemgr';
    expect(await mona.get(path)).toMatchObject({ status: 200, body: { total: '1' } });
  });

  test('finds used places by what anybody wrote a moment ago', async () => {
    const { body: made } = await administrator.post('svc-posts/v2/groups', {
      json: { name: 'G', ...located(5003) },
    });
    const used = async (expected: object) => {
      for (const { body } of await fromBoth<Found>(mona, `${search}?s=zzem&filter=used`))
        expect(body).toEqual(expected);
    };
    const label = 'Zzembla > Zzemblan Île > Zzemgrad';
    await until(() => used({ location_grid: [{ name: label, ID: '5003' }], total: '1' }));
    const json = { location_grid: { values: [], force_values: true } };
    await administrator.post(`svc-posts/v2/groups/${String(made['ID'])}`, { json });
    await until(() => used({ location_grid: [], total: '0' }));
  });
});

describe('the mapping focus', () => {
  const focused = async (expected: readonly string[]) => {
    for (const { body } of await fromBoth<Found>(mona, `${search}?s=zzem&filter=focus`))
      expect(body.location_grid.map(({ ID }) => ID)).toEqual(expected);
  };

  test('is set at a terminal, and followed by every instance', async () => {
    const table = 'GRID ID  PLACE\n5002     Zzembla > Zzemblan Île\n5010     Zzemrita\n';
    expect(await runAdmin(world, 'locations', 'focus', 'set', '5002', '5010')).toBe(table);
    await until(() => focused(['5010', '5002', '5003']));
    expect(await runAdmin(world, 'locations', 'focus', 'clear')).toBe(
      'The mapping focus is the whole world.\n',
    );
    await until(() => focused(['5010', '5001', '5002', '5003']));
  });
});

describe('the names of all places', () => {
  test.each([names, `${names}/`, 'dt-mobile-app/v1/locations'])('are told at %s', async (path) => {
    const { status, body } = await mona.get<{ location_grid: Record<string, string>; total: number }>(path);
    expect(status).toBe(200);
    expect(body.location_grid).toMatchObject({ 1: 'World', 5002: 'Zzemblan Île', 5004: 'Южная' });
    expect(body.total).toBe(Object.keys(body.location_grid).length);
    expect(await mona.get(changed)).toMatchObject({
      status: 200,
      body: { last_modified_date: (body as unknown as { last_modified_date: unknown }).last_modified_date },
    });
  });

  test.each([names, changed])('are not sent again to who has them: %s', async (path) => {
    const etag = (await mona.get(path)).headers.get('etag') ?? '';
    for (const { headers } of await fromBoth(mona, path)) expect(headers.get('etag')).toBe(etag);
    const { token } = await world.createUser({ role: 'partner' });
    const again = await fetch(`${world.gatewayUrl}/wp-json/${path}`, unlessTagged(token, etag));
    expect({ status: again.status, text: await again.text() }).toEqual({ status: 304, text: '' });
  });
});

test('people groups to pick are those of the compact list', async () => {
  await administrator.post('svc-posts/v2/peoplegroups', { json: { name: 'Zzemblans' } });
  const { status, body } = await mona.get('svc/v1/people-groups/compact?s=zzemb');
  expect(status).toBe(200);
  expect(body).toMatchObject({ total: 1, posts: [{ ID: expect.any(Number), name: 'Zzemblans' }] });
  expect(body).toEqual((await mona.get('svc-posts/v2/peoplegroups/compact?s=zzemb')).body);
  expect((await mona.get('dt/v1/people-groups/compact')).body).toMatchObject({ total: 1 });
});

describe('counts for maps', () => {
  const users = new Map<Role, TestUser>();

  beforeAll(async () => {
    for (const role of roles) {
      const user = await world.createUser({ role: 'multiplier' });
      users.set(role, user);
      const own = api(world, user.token);
      await own.post('svc-posts/v2/contacts', {
        json: { name: 'Own', type: 'access', ...located(5003, 5004) },
      });
      const { body } = await administrator.post('svc-posts/v2/contacts', {
        json: { name: 'Shared', type: 'personal', ...located(5010, 5002) },
      });
      const path = `svc-posts/v2/contacts/${String(body['ID'])}/shares`;
      await administrator.post(path, { json: { user_id: user.id } });
    }
    const json = { name: 'Other', type: 'access', gender: 'female', ...located(5001) };
    await administrator.post('svc-posts/v2/contacts', { json });
    for (const [role, { username }] of users) await world.ask(usersSetRoles, { username, roles: [role] });
  });

  /** Ids of the place and all in it. */
  const within = (place: number): readonly number[] =>
    madeUpPlaces.flatMap(({ grid_id: id, parent_id: parent }) =>
      id === place ? [id] : parent === place ? within(id) : [],
    );

  test.each(workers)('tell %s how many of the records that they list lie where', async (role) => {
    const caller = api(world, users.get(role)?.token);
    await until(async () => {
      const { body } = await caller.get<{ posts: { location_grid?: { id: number }[] }[] }>(
        'svc-posts/v2/contacts?limit=1000',
      );
      const inPlace = (place: number) =>
        body.posts.filter(({ location_grid: at = [] }) => at.some(({ id }) => within(place).includes(id)))
          .length;
      for (const { grid_id: place } of madeUpPlaces) {
        const { status, body: answer } = await caller.get<Counted>(
          `${counts}?post_type=contacts&parent=${place}`,
        );
        expect({ status, ...answer.parent }).toMatchObject({
          status: 200,
          grid_id: place,
          count: inPlace(place),
        });
        const mine = answer.parts.filter(({ grid_id: id }) => id >= 5001 && id <= 5010);
        const parts = madeUpPlaces.filter(({ parent_id: parent }) => parent === place);
        expect(mine.map(({ grid_id: id, count }) => [id, count])).toEqual(
          parts.map(({ grid_id: id }) => [id, inPlace(id)]),
        );
      }
    });
  });

  test('differ by who asks', async () => {
    const countFor = async (role: Role) => {
      const caller = api(world, users.get(role)?.token);
      return (await caller.get<Counted>(`${counts}?post_type=contacts&parent=5001`)).body.parent.count;
    };
    await until(async () => {
      expect(await countFor('multiplier')).toBe(2);
      // The contacts of type access of everybody, and what is shared with them.
      expect(await countFor('dispatcher')).toBe(roles.length + 2);
    });
  });

  test('are narrowed by the filters of lists, in any of their forms', async () => {
    const caller = api(world, users.get('dispatcher')?.token);
    const asked = `${counts}?post_type=contacts&parent=5001`;
    for (const query of ['gender[]=female', 'fields[0][gender][0]=female', 'gender%5B%5D=female&limit=0&_=1'])
      expect((await caller.get<Counted>(`${asked}&${query}`)).body.parent.count).toBe(1);
    const refused = await caller.get(`${asked}&shoe_size[]=1`);
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'fields_to_sql', data: { key: 'shoe_size' } },
    });
  });
});

test.each<[string, string, number, object]>([
  [
    'a place that is no number',
    `${counts}?post_type=contacts&parent=France`,
    400,
    { code: 'rest_invalid_param', data: { params: { parent: expect.any(String) } } },
  ],
  ['no type', counts, 400, { code: 'rest_missing_callback_param', data: { params: ['post_type'] } }],
  [
    'a text that is none',
    `${search}?s[a]=1`,
    400,
    { code: 'rest_invalid_param', data: { params: { s: expect.any(String) } } },
  ],
])('%s is refused', async (_what, path, status, body) => {
  expect(await mona.get(path)).toMatchObject({ status, body });
});
