import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordsImportLocations } from '@svc/contracts';
import { until } from '@svc/service-kit/testing';
import { runAdmin } from '../support/admin-tool.ts';
import { api, type Answer, type Api } from '../support/http.ts';
import { madeUpPlaces } from '../support/made-up-places.ts';
import { openWorld, type World } from '../support/world.ts';

const search = 'svc/v1/mapping_module/search_location_grid_by_name';
const counts = 'svc/v1/mapping_module/location_counts';

interface Found {
  location_grid: { name: string; ID: string }[];
  total: string;
}

interface Counted {
  parent: { grid_id: number; count: number };
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

describe('counts for maps', () => {
  test('differ by who asks, and are narrowed by the filters of lists, in any of their forms', async () => {
    const dispatcher = api(world, (await world.createUser({ role: 'dispatcher' })).token);
    const shown = (name: string, ...ids: number[]) => ({ name, type: 'access', ...located(...ids) });
    await mona.post('svc-posts/v2/contacts', { json: shown('Own', 5003, 5004) });
    const other = { ...shown('Other', 5001), gender: 'female' };
    await administrator.post('svc-posts/v2/contacts', { json: other });
    const asked = `${counts}?post_type=contacts&parent=5001`;
    const countFor = async (caller: Api, query = '') =>
      (await caller.get<Counted>(`${asked}${query}`)).body.parent;
    await until(async () => {
      expect(await countFor(mona)).toMatchObject({ grid_id: 5001, count: 1 });
      expect(await countFor(dispatcher)).toMatchObject({ count: 2 });
    });
    for (const query of ['gender[]=female', 'fields[0][gender][0]=female', 'gender%5B%5D=female&limit=0&_=1'])
      expect(await countFor(dispatcher, `&${query}`)).toMatchObject({ count: 1 });
    const refused = await dispatcher.get(`${asked}&shoe_size[]=1`);
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
  ['an unknown type', `${counts}?post_type=hats`, 400, { code: 'rest_invalid_param' }],
  [
    'a text that is none',
    `${search}?s[a]=1`,
    400,
    { code: 'rest_invalid_param', data: { params: { s: expect.any(String) } } },
  ],
])('%s is refused', async (_what, path, status, body) => {
  expect(await mona.get(path)).toMatchObject({ status, body });
});
