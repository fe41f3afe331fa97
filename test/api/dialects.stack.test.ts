import { beforeAll, describe, expect, test } from '@jest/globals';
import { clientOf, type Fields } from '../client/sequences/client.ts';
import { stringifyBrackets } from '../support/brackets.ts';
import { api, make } from '../support/http.ts';
import { uniqueWord, worldInCommon, type TestUser, type World } from '../support/world.ts';

interface Scan {
  posts_with_matches: Fields[];
  scanned: number;
  reached_the_end: boolean;
}

let world: World;
let dora: TestUser;

beforeAll(async () => {
  world = await worldInCommon();
  dora = await world.createUser({ role: 'dispatcher', displayName: 'Dora' });
});

/** The tests of docs/reference/dialects.md that hold under both prefixes. */
describe.each(['svc', 'dt'])('under %s', (prefix) => {
  const contacts = `${prefix}-posts/v2/contacts`;

  test('the page of duplicates goes on until it has reached the end', async () => {
    const name = uniqueWord();
    const access = { name, type: 'access', contact_phone: [{ value: '0151 4242' }] };
    const by = api(world, dora.token);
    const office = clientOf(by);
    const ids = [await make(by, contacts, access), await make(by, contacts, access)];
    const found: Fields[] = [];
    let part = await office.get<Scan>(`${contacts}/all-duplicates?limit=0`);
    for (; !part.reached_the_end; part = await office.get(`${contacts}/all-duplicates?limit=${part.scanned}`))
      found.push(...part.posts_with_matches);
    found.push(...part.posts_with_matches);
    const matches = found.filter(({ ID }) => ids.includes(ID as number));
    expect(matches).toEqual(
      ids.toReversed().map((ID) =>
        expect.objectContaining({
          ID,
          post_title: name,
          overall_status: expect.objectContaining({ label: 'Active', color: '#4CAF50' }),
          info: [expect.objectContaining({ value: '0151 4242' })],
          dups: expect.objectContaining({
            Name: [{ ID: ids.find((id) => id !== ID), post_title: name, field: 'post_title', value: name }],
          }),
        }),
      ),
    );
  });

  test('the list page has filters for users and coached contacts, which the front end shows', async () => {
    const office = clientOf(api(world, dora.token));
    const name = uniqueWord();
    const saved = { ID: name, name, query: { sort: 'name' }, hidden: false };
    const post = { post_type: 'contacts', filter: saved };
    expect(await office.post(`${prefix}/v1/users/save_filters`, post)).toBe(true);
    const { tabs, filters } = await office.get<Record<'tabs' | 'filters', Fields[]>>(
      `${prefix}/v1/users/get_filters?post_type=contacts`,
    );
    expect(tabs).toContainEqual(expect.objectContaining({ key: 'default', label: 'Default Filters' }));
    const shown = { visible: '1', type: 'default' };
    for (const expected of [
      { ID: 'all_my_contacts', query: { type: ['-user'], sort: '-post_date' }, ...shown },
      { ID: 'users', query: { type: ['user'], sort: 'name' }, ...shown },
      {
        ID: 'my_coached',
        name: 'Coached by me',
        query: { coached_by: ['me'], overall_status: ['-closed'], sort: 'seeker_path' },
        ...shown,
      },
      { ...saved, tab: 'custom', visible: '1' },
    ])
      expect(filters).toContainEqual(expect.objectContaining(expected));
  });

  test('the id of a list item is a string under dt and an integer under svc', async () => {
    const by = api(world, dora.token);
    const office = clientOf(by);
    const name = `Ünï ${uniqueWord()}`;
    const group = await make(by, `${prefix}-posts/v2/groups`, { name: `${name} group` });
    const id = await make(by, contacts, {
      name,
      assigned_to: dora.id,
      groups: { values: [{ value: group }] },
    });
    const query = { name: [name] };
    const item = {
      ID: prefix === 'dt' ? String(id) : id,
      name,
      groups: [expect.objectContaining({ ID: group })],
    };
    const pages = [
      await office.get(`${contacts}?${stringifyBrackets(query)}`),
      await office.get(`${contacts}?${stringifyBrackets(query)}`),
      await office.post(`${contacts}/list`, query),
      await office.get(`${contacts}?dt_recent`),
    ];
    for (const { posts } of pages as { posts: Fields[] }[])
      expect(posts[0]).toEqual(expect.objectContaining(item));
    expect(await office.get(`${contacts}/${id}`)).toMatchObject({ ID: id });
  });

  test('the log of a user has the value, the field and the type of each action', async () => {
    const by = api(world, dora.token);
    const id = await make(by, contacts, { name: 'Logged' });
    await clientOf(by).post(`${contacts}/${id}`, { nickname: 'Logue' });
    expect(await clientOf(by).get(`${prefix}-users/v1/activity-log`)).toContainEqual(
      expect.objectContaining({
        object_id: String(id),
        object_subtype: 'nickname',
        meta_value: 'Logue',
        field: 'Nickname',
        object_note_short: 'Updated fields',
        post_type_label: 'Contact',
        icon: 'fi-torso',
      }),
    );
  });
});

test('the page of a user has its sections, and the table of users their counts', async () => {
  const by = api(world, dora.token);
  const office = clientOf(by);
  const id = await make(by, 'dt-posts/v2/contacts', { name: 'Late', requires_update: true });
  const path = `user-management/v1/user?user=${dora.id}`;
  const page = await office.get(path);
  expect(page).toMatchObject({
    display_name: 'Dora',
    update_needed: {
      total: expect.any(Number),
      posts: expect.arrayContaining([expect.objectContaining({ ID: id })]),
    },
    contact_statuses: expect.arrayContaining([expect.objectContaining({ status: 'Active' })]),
    user_fields: [],
  });
  expect(page['user_activity']).not.toEqual([]);
  expect((page['days_active'] as Fields[]).at(-1)).toMatchObject({ activity: 1 });
  expect(await office.get(`${path}&section=activity`)).toMatchObject({
    user_activity: page['user_activity'],
    days_active: [],
    active_contacts: 0,
  });
  const { users } = await office.post<{ users: Fields[] }>('user-management/v1/get-users', {
    search: dora.username,
  });
  expect(users).toMatchObject([
    {
      number_update: (page['update_needed'] as Fields)['total'],
      number_active: page['active_contacts'],
      last_activity: expect.any(Number),
    },
  ]);
});
