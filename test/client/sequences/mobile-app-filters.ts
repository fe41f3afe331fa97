import { beforeAll, expect, test } from '@jest/globals';
import { api } from '../../support/http.ts';
import type { TestUser, World } from '../../support/world.ts';
import { clientOf, type Client, type Fields } from './client.ts';

interface Filter {
  ID: string;
  name: string;
  query: Fields;
  count?: number;
}

/** The filters of contacts in both generations of the mobile app: 1.11 matches them itself, that of 2021 sends them. */
export function mobileAppFilters(world: () => World): void {
  let mona: TestUser;
  let app: Client;
  let assigned: number;
  let subassigned: number;

  beforeAll(async () => {
    mona = await world().createUser({ role: 'multiplier', displayName: 'Mona' });
    app = clientOf(api(world(), mona.token), { 'content-type': 'application/json' });
    const colleague = await world().createUser({ role: 'multiplier' });
    const assign = { type: 'access', assigned_to: `user-${mona.id}`, overall_status: 'active' };
    assigned = await create({ name: 'Assigned', ...assign });
    subassigned = await create({
      name: 'Subassigned',
      ...assign,
      assigned_to: `user-${colleague.id}`,
      subassigned: { values: [{ value: mona.contactId }] },
    });
    await create({ name: 'Of others', ...assign, assigned_to: `user-${colleague.id}` });
  });

  const create = async (fields: Fields) => (await app.post('dt-posts/v2/contacts/', fields))['ID'] as number;

  const filters = async () =>
    (await app.get('dt/v1/users/get_filters?post_type=contacts&force_refresh=1'))['filters'] as Filter[];

  test('are flat where the app matches them itself', async () => {
    const mine = { assigned_to: ['me'], subassigned: ['me'], combine: ['subassigned'], type: ['access'] };
    const byId = new Map((await filters()).map((filter) => [filter.ID, filter]));
    expect(byId.get('my_all')?.query).toEqual({
      ...mine,
      overall_status: ['-closed'],
      sort: 'overall_status',
    });
    expect(byId.get('my_active')?.query).toEqual({
      ...mine,
      overall_status: ['active'],
      sort: 'seeker_path',
    });
    const nested = (await app.get('svc/v1/users/get_filters?post_type=contacts'))['filters'] as Filter[];
    expect(nested.find(({ ID }) => ID === 'my_all')?.query).toHaveProperty('fields');
  });

  test('show what is assigned or subassigned when the app sends them', async () => {
    for (const { query } of (await filters()).filter(({ ID }) => ID.startsWith('my_a'))) {
      const found = [
        await app.get(`dt-posts/v2/contacts?offset=0&limit=100&${flatQuery(query)}`),
        await app.post('dt-posts/v2/contacts/list', query),
      ] as { posts: Fields[] }[];
      for (const { posts } of found)
        expect(posts.map(({ ID }) => ID).sort()).toEqual([assigned, subassigned].map(String).sort());
    }
    const query = 'assigned_to[]=me&subassigned[]=me&combine[]=subassigned';
    const { posts } = await app.get<{ posts: Fields[] }>(`svc-posts/v2/contacts?${query}`);
    expect(posts).toEqual([]);
  });

  test.each(['contacts', 'groups'])('of %s count what the app gets when it sends them', async (type) => {
    const path = `dt/v1/users/get_filters?post_type=${type}&force_refresh=1`;
    const { filters: all } = await app.get<{ filters: Filter[] }>(path);
    for (const { ID, query, count } of all.filter((each) => each.count !== undefined)) {
      const { total } = await app.get(`dt-posts/v2/${type}?offset=0&limit=100&${flatQuery(query)}`);
      expect([ID, total]).toEqual([ID, count]);
    }
  });

  test('are counted as they are understood when they are saved', async () => {
    const query = { assigned_to: ['me'], subassigned: ['me'], combine: ['subassigned'], sort: 'name' };
    await app.post('dt/v1/users/save_filters', {
      post_type: 'contacts',
      filter: { ID: 'both', name: 'Both', query },
    });
    const saved = (await filters()).find(({ ID }) => ID === 'both');
    expect(saved).toMatchObject({ query, count: 2 });
    const here = (await app.get('svc/v1/users/get_filters?post_type=contacts'))['filters'] as Filter[];
    expect(here.find(({ ID }) => ID === 'both')).toMatchObject({ query, count: 0 });
  });
}

/** A query string in which nested objects keep only their innermost keys; a switch that is on has no value. */
function flatQuery(query: Fields): string {
  return Object.entries(query)
    .flatMap(([key, value]) => {
      if (value === true) return [key];
      if (!(value instanceof Object)) return [`${key}=${String(value)}`];
      if (!Array.isArray(value)) return [flatQuery(value as Fields)];
      return value.map((item: unknown) =>
        typeof item === 'object'
          ? flatQuery(item as Fields)
          : `${encodeURIComponent(`${key}[]`)}=${item as string}`,
      );
    })
    .join('&');
}
