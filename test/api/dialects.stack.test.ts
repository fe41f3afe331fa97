import { beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '@svc/testing';
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

  test('the switch of an app answers its key under dt and true under svc', async () => {
    const app = { app_key: 'apps_launcher_magic_key' };
    expect(await clientOf(api(world, dora.token)).post(`${prefix}/v1/users/app_switch`, app)).toBe(
      prefix === 'dt' ? app.app_key : true,
    );
  });

  test('the settings of notifications have the channel of pushes under dt alone', async () => {
    const { notifications } = await clientOf(api(world, dora.token)).get<{
      notifications: { notify_types: { channels: { key: string }[] }[] };
    }>(`${prefix}/v1/user/my`);
    for (const { channels } of notifications.notify_types)
      expect(channels.map(({ key }) => key)).toEqual([
        'email',
        'web',
        ...(prefix === 'dt' ? ['push_notifications'] : []),
      ]);
  });

  test('pickers of groups show the status under dt alone', async () => {
    const by = api(world, dora.token);
    const name = uniqueWord();
    const ID = await make(by, `${prefix}-posts/v2/groups`, { name, group_status: 'active' });
    const { posts } = await clientOf(by).get<{ posts: Fields[] }>(
      `${prefix}-posts/v2/groups/compact?s=${name}`,
    );
    const status = { status: expect.objectContaining({ key: 'active', label: 'Active' }) };
    expect(posts).toEqual([{ ID, name, ...(prefix === 'dt' && status) }]);
  });

  test('an assignment is accepted by its status too', async () => {
    const by = api(world, dora.token);
    const id = await make(by, contacts, {
      name: 'Assigned',
      overall_status: 'assigned',
      assigned_to: dora.id,
    });
    expect(await clientOf(by).post(`${contacts}/${id}/accept`, { overall_status: 'active' })).toMatchObject({
      ID: id,
      accepted: true,
      overall_status: { key: 'active' },
    });
    expect(await by.post(`${contacts}/${id}/accept`, { json: {} })).toMatchObject({
      status: 400,
      body: { code: 'rest_missing_callback_param', data: { params: ['accept'] } },
    });
  });

  test('parts of fields that are no filters are ignored under dt and refused under svc', async () => {
    const { status, body } = await api(world, dora.token).get(`${contacts}?fields[]=name&limit=1`);
    expect({ status, code: body['code'] }).toEqual(
      prefix === 'dt' ? { status: 200, code: undefined } : { status: 400, code: 'fields_to_sql' },
    );
  });

  test('there is no unread release, and no magic link', async () => {
    const by = api(world, dora.token);
    expect(await by.post(`${prefix}/v1/notifications/release/open_modal`)).toMatchObject({
      status: 404,
      body: { code: 'no_unread_release', message: 'No unread release' },
    });
    for (const [json, message] of [
      [{}, 'Missing essential params'],
      [{ root: 'a', type: 'b', post_ids: [] }, 'Missing list of post ids'],
      [{ root: 'a', type: 'b', post_ids: [1] }, 'Magic link type not found'],
    ] as const)
      expect(await by.post(`${prefix}/v1/contacts/email_magic`, { json })).toMatchObject({
        status: 400,
        body: { message },
      });
  });

  test('a client reports actions of its user that no history shows', async () => {
    const by = api(world, dora.token);
    const other = await world.createUser({ role: 'multiplier' });
    const id = await make(by, contacts, { name: 'Reported', type: 'personal' });
    const activity = `${prefix}-core/v1/activity`;
    const ofRecord = { action: 'viewed', object_type: 'contacts', object_id: id };
    const before = await by.get(`${contacts}/${id}/activity`);
    expect(await clientOf(by).post(activity, ofRecord)).toEqual({ logged: true });
    expect((await by.get(`${contacts}/${id}/activity`)).body).toEqual(before.body);
    const hidden = await api(world, other.token).post(activity, { json: ofRecord });
    expect(hidden).toMatchObject({ status: 403, body: { code: 'rest_forbidden' } });
    for (const [json, message] of [
      [{ object_type: 'contacts' }, 'Please provide a valid array'],
      [{ action: 'viewed', user_id: other.id }, 'Cannot log activity for another user'],
    ] as const)
      expect(await by.post(activity, { json })).toMatchObject({
        status: 400,
        body: { code: 'activity_param_error', message },
      });
  });

  test('the one who comments is the author of the row that the request for an update is answered', async () => {
    const mona = await world.createUser({ role: 'multiplier', displayName: 'Mona' });
    const id = await make(api(world, dora.token), contacts, {
      name: 'Asked for',
      assigned_to: mona.id,
      requires_update: true,
    });
    const by = clientOf(api(world, mona.token));
    await by.post(`${contacts}/${id}/comments`, { comment: 'Met today' });
    await until(async () => {
      const { activity } = await by.get<{ activity: Fields[] }>(`${contacts}/${id}/activity`);
      expect(activity).toContainEqual(
        expect.objectContaining({ object_note: 'Requires Update: No', name: 'Mona' }),
      );
    });
  });

  test('a list is split by its followers', async () => {
    const by = clientOf(api(world, dora.token));
    const mona = await world.createUser({ role: 'multiplier', displayName: 'Mona' });
    const name = uniqueWord();
    const values = [{ value: mona.id }];
    for (const key of ['follow', 'unfollow']) await by.post(contacts, { name, [key]: { values } });
    for (const key of ['follow', 'unfollow']) {
      const split = { field_id: key, filters: { name: [name] } };
      expect(await by.post<Fields[]>(`${contacts}/split_by`, split)).toContainEqual({
        value: String(mona.id),
        label: 'Mona',
        count: '1',
      });
    }
  });

  test('a device for pushes needs a token and an id', async () => {
    const by = api(world, dora.token);
    expect(
      await by.post(`${prefix}/v1/user/update`, { json: { add_push_token: { device_id: 'phone' } } }),
    ).toMatchObject({ status: 400, body: { message: 'Required token and device_id field' } });
  });

  test('settings show the present day as the default of the start of a group', async () => {
    const { fields } = await clientOf(api(world, dora.token)).get<{ fields: Record<string, Fields> }>(
      `${prefix}-posts/v2/groups/settings`,
    );
    for (const key of ['start_date', 'church_start_date']) {
      const day = Number(fields[key]?.['default']);
      expect(day % 86_400).toBe(0);
      expect(Math.abs(Date.now() / 1000 - day)).toBeLessThan(2 * 86_400);
    }
    expect(fields['end_date']?.['default']).toBe('');
  });

  test('OPTIONS of a path names the parameters that each method needs', async () => {
    const by = api(world, dora.token);
    const { body: ofRecord } = await by.request('OPTIONS', `${contacts}/12`);
    const args = {
      post_type: { description: 'The post type', type: 'string', required: true },
      id: { description: 'The id of the post', type: 'integer', required: true },
    };
    expect(ofRecord['endpoints']).toEqual(
      ['GET', 'POST', 'PATCH', 'DELETE'].map((method) => ({ methods: [method], args })),
    );
    const { body: ofComments } = await by.request('OPTIONS', `${contacts}/12/comments`);
    const comment = { description: 'The comment text', type: 'string', required: true };
    expect(ofComments['endpoints']).toContainEqual({ methods: ['POST'], args: { ...args, comment } });
  });

  test('languages have the native names of the older API', async () => {
    const { available_translations: languages } = await clientOf(api(world, dora.token)).get<{
      available_translations: Fields[];
    }>(`${prefix}-core/v1/settings`);
    for (const [language, native] of [
      ['am_ET', 'አማርኛ (AmarəÑña)'],
      ['bn_IN', 'বাংলা Bānlā (ভারত)'],
      ['sr_BA', 'Cрпски Језик (Ћирилица)'],
    ])
      expect(languages).toContainEqual(expect.objectContaining({ language, native_name: native }));
  });

  test('a place is chosen level by level', async () => {
    const by = api(world, dora.token);
    const drilldown = `${prefix}/v1/mapping_module/get_drilldown`;
    const [top, countries] = await clientOf(by).get<[Fields, Fields]>(`${drilldown}?grid_id=world`);
    expect(top).toMatchObject({ selected: 'world', link: true, active: false });
    expect(countries).toMatchObject({ parent: 'world', selected: 0, selected_name: '', active: true });
    const [country] = countries['list'] as Fields[];
    const levels = await clientOf(by).get<Fields[]>(`${drilldown}?grid_id=${String(country?.['grid_id'])}`);
    expect(levels.slice(-2)).toEqual([
      expect.objectContaining({ selected: country?.['grid_id'], link: true, active: true, self: country }),
      expect.objectContaining({
        parent: country?.['grid_id'],
        selected: 0,
        selected_name: null,
        active: false,
      }),
    ]);
    expect(await by.get(drilldown)).toMatchObject({ status: 400, body: { message: 'Missing parameters.' } });
    expect(await by.get(`${drilldown}?grid_id=99999999`)).toMatchObject({
      body: { code: 'no_location_grid', message: 'Location Grid not found.' },
    });
  });

  test('a row of a link has the key of the field and the type of the link', async () => {
    const by = api(world, dora.token);
    const links = { values: [{ type: 'site', value: 'https://a.test' }] };
    const id = await make(by, contacts, { name: 'Linked', x_links: links });
    const { activity } = await clientOf(by).get<{ activity: Fields[] }>(`${contacts}/${id}/activity`);
    expect(activity).toContainEqual(
      expect.objectContaining({
        meta_key: 'link_field_x_links_site',
        object_note: 'https://a.test added to Site links',
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
