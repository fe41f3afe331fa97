import { beforeAll, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { usersSetPassword } from '@svc/contracts';
import { until } from '@svc/testing';
import { api } from '../../support/http.ts';
import type { TestUser, World } from '../../support/world.ts';
import { clientOf, type Client, type Fields } from './client.ts';

interface List {
  posts: Fields[];
  total: number;
}

const contacts = 'dt-posts/v2/contacts';
const groups = 'dt-posts/v2/groups';
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const unixTime = expect.stringMatching(/^\d+$/);
const date = { timestamp: unixTime };

/** The mobile app 1.11 from its login on; the values that it writes are fixtures of field types. */
export function mobileApp(world: () => World): void {
  let mona: TestUser;
  let dora: TestUser;
  let app: Client;
  let dorasApp: Client;

  const appOf = (token?: string) => clientOf(api(world(), token), { 'content-type': 'application/json' });
  const create = async (path: string, fields: Fields, by = app) =>
    (await by.post(`${path}/`, fields))['ID'] as number;

  beforeAll(async () => {
    mona = await world().createUser({ role: 'multiplier', displayName: 'Mona' });
    dora = await world().createUser({ role: 'dispatcher', displayName: 'Dora' });
    app = appOf(mona.token);
    dorasApp = appOf(dora.token);
  });

  test('logs in with a token that it takes for one of its site', async () => {
    const { username, password, email } = mona;
    const answer = await appOf().post('jwt-auth/v1/token', { username, password });
    expect(answer).toMatchObject({
      user_display_name: 'Mona',
      user_email: email,
      user_nicename: username,
    });
    const { iss, exp, data } = decodeJwt<{ data: { user: { id: string } } }>(String(answer['token']));
    expect(`${world().gatewayUrl}/wp-json`).toContain(iss);
    expect(exp).toBeGreaterThan(Date.now() / 1000);
    expect(Number(data.user.id)).toBe(mona.id);
  });

  test.each([
    ['a bad', () => 'x.y.z'],
    ['a revoked', () => revoked()],
  ])('is logged out by %s token, which 401 alone does', async (_what, token) => {
    const stranger = api(world(), await token());
    await until(async () => {
      expect(await stranger.get('dt/v1/user/my')).toMatchObject({
        status: 401,
        body: { code: 'rest_cannot_access', message: 'Invalid token', data: { status: 401 } },
      });
    });
    expect(await stranger.get('svc/v1/user/my')).toMatchObject({
      status: 403,
      body: { code: 'jwt_auth_invalid_token' },
    });
    expect((await stranger.post('jwt-auth/v1/token/validate')).status).toBe(403);
  });

  async function revoked(): Promise<string> {
    const { token, username } = await world().createUser({ role: 'multiplier' });
    await world().ask(usersSetPassword, { username, password: `another one of ${username}` });
    return token;
  }

  test('builds its screens from the settings', async () => {
    await create(contacts, { name: 'Tagged', tags: { values: [{ value: 'of the app' }] } });
    const { post_types: types } = await app.get<{ post_types: Record<string, Fields> }>(
      'dt-core/v1/settings',
    );
    for (const [key, { label_plural: label, fields, tiles }] of Object.entries(types)) {
      expect({ key, label, tiles }).toMatchObject({ label: expect.stringMatching(/\w/) });
      for (const tile of Object.values(tiles as object))
        expect(tile).toMatchObject({ label: expect.any(String), tile_priority: expect.any(Number) });
      for (const [name, field] of Object.entries(fields as Record<string, Fields>)) {
        expect({ name, ...field }).toMatchObject({ type: expect.any(String), name: expect.any(String) });
        if (field['type'] === 'connection') expect(types).toHaveProperty(String(field['post_type']));
        if (!['key_select', 'multi_select'].includes(String(field['type'])) || field['hidden']) continue;
        for (const option of Object.values(field['default'] as object))
          expect([name, option]).toEqual([name, expect.objectContaining({ label: expect.any(String) })]);
      }
    }
    const { fields } = types['contacts'] as { fields: Record<string, Fields> };
    expect(fields).toMatchObject({
      name: { type: 'text', required: true, in_create_form: true, tile: 'details' },
      tags: { type: 'tags', default: expect.arrayContaining(['of the app']) },
      location_grid: { type: 'location', in_create_form: true },
      location_grid_meta: { type: 'location_meta', hidden: true },
      overall_status: { default: { active: { label: 'Active', color: '#4CAF50' } } },
    });
  });

  test('loads who is who, and the lists that it offers', async () => {
    expect(await app.get('dt/v1/user/my')).toMatchObject({
      ID: mona.id,
      display_name: 'Mona',
      locale: 'en_US',
      corresponds_to_contact: mona.contactId,
      profile: { roles: { multiplier: 'Multiplier' }, username: mona.username },
    });
    expect(await app.get<Fields[]>('dt/v1/users/get_users?get_all=1')).toContainEqual(
      expect.objectContaining({
        ID: dora.id,
        name: 'Dora',
        avatar: expect.stringContaining(`${world().gatewayUrl}/wp-json/avatars/v1/`),
        contact_id: dora.contactId,
      }),
    );
    expect(await app.get('dt-mobile-app/v1/locations')).toMatchObject({
      location_grid: { 200: 'Place 200' },
    });
    const { token } = await world().createUser({ role: 'administrator' });
    const id = await create('dt-posts/v2/peoplegroups', { name: 'Highlanders' }, appOf(token));
    const { posts } = await app.get<List>('dt/v1/people-groups/compact');
    expect(posts).toContainEqual(expect.objectContaining({ ID: id, name: 'Highlanders' }));
    for (const type of ['contacts', 'groups']) {
      const answer = await app.get<Record<'tabs' | 'filters', Fields[]>>(
        `dt/v1/users/get_filters?post_type=${type}`,
      );
      const tabs = answer.tabs.map(({ key, label }) => [key, typeof label]);
      for (const filter of answer.filters) {
        expect(filter).toMatchObject({ ID: expect.any(String), name: expect.any(String), query: {} });
        expect(tabs).toContainEqual([filter['tab'], 'string']);
      }
    }
  });

  test('loads its lists, the favorites and what was opened last', async () => {
    const assign = { type: 'access', assigned_to: `user-${mona.id}` };
    const group = await create(groups, { name: 'Listed group', group_type: 'church', member_count: '12' });
    const id = await create(contacts, {
      name: 'Listed',
      ...assign,
      overall_status: 'paused',
      reason_paused: 'vacation',
      favorite: true,
      contact_phone: { values: [{ value: '+1 555' }] },
      groups: { values: [{ value: group }] },
      milestones: { values: [{ value: 'milestone_belief' }] },
      location_grid: { values: [{ value: '200' }] },
    });
    const status = { key: 'active', color: '#4CAF50' };
    const read = {
      ID: id,
      post_type: 'contacts',
      post_title: 'Listed',
      name: 'Listed',
      favorite: true,
      last_modified: date,
      post_date: date,
      requires_update: false,
      type: { key: 'access' },
      overall_status: { key: 'paused' },
      reason_paused: { key: 'vacation' },
      seeker_path: { key: 'none' },
      assigned_to: { id: String(mona.id), type: 'user', display: 'Mona' },
      milestones: ['milestone_belief'],
      location_grid: [{ id: expect.anything(), label: 'Place 200' }],
      contact_phone: [{ key: expect.stringMatching(/^contact_phone_/), value: '+1 555' }],
      groups: [{ ID: group, post_title: 'Listed group', post_type: 'groups', status }],
    };
    const all = await app.get<List>(`${contacts}/?offset=0&limit=1000`);
    expect(all.total).toBe(all.posts.length);
    expect(all.posts.find(({ ID }) => ID === String(id))).toMatchObject({ ...read, ID: String(id) });
    expect(await app.get(`${contacts}/?offset=1000&limit=1000`)).toEqual({ posts: [], total: all.total });
    expect((await app.get<List>(`${contacts}/?favorite[]=1`)).posts).toMatchObject([
      { ...read, ID: String(id) },
    ]);
    expect((await app.get<List>(`${groups}/?offset=0&limit=1000`)).posts).toMatchObject([
      { ID: String(group), group_status: { key: 'active' }, group_type: { key: 'church' }, member_count: 12 },
    ]);

    const { post_title: _title, groups: _groups, ...own } = read;
    expect(await app.get(`${contacts}/${id}/`)).toMatchObject({ ...own, title: 'Listed' });
    await until(async () => {
      const { posts } = await app.get<List>(`${contacts}/?dt_recent`);
      expect(posts[0]).toMatchObject({ ID: String(id), name: 'Listed' });
    });
  });

  test('shows what it is told, and marks it as read', async () => {
    await app.post(`dt/v1/notifications/mark_all_viewed/${mona.id}`);
    const name = 'Told of';
    const id = await create(contacts, { name, type: 'access', assigned_to: `user-${mona.id}` }, dorasApp);
    for (const comment of ['Well', `Look @[Mona](${mona.id})`])
      await dorasApp.post(`${contacts}/${id}/comments`, { comment, comment_type: 'comment' });
    const told = async () => {
      const all = { all: true, page: 0, limit: 1000, mentions: false };
      const items = await app.post<Fields[]>('dt/v1/notifications/get_notifications', all);
      return items.filter(({ post_title: title }) => title === name);
    };
    await until(async () => {
      const items = await told();
      expect(new Set(items.map((item) => item['notification_action']))).toEqual(
        new Set(['alert', 'comment', 'mentioned']),
      );
    });
    const [latest = {}] = await told();
    expect(latest).toMatchObject({
      id: expect.any(String),
      is_new: '1',
      notification_name: expect.any(String),
      date_notified: moment,
      notification_note: expect.stringContaining(
        `<a href="${world().gatewayUrl}/contacts/${id}">${name}</a>`,
      ),
      pretty_time: [expect.any(String), expect.any(String)],
    });
    const isNew = async () => (await told())[0]?.['is_new'];
    expect(await app.post(`dt/v1/notifications/mark_viewed/${String(latest['id'])}`)).toBe(1);
    expect(await isNew()).toBe('0');
    expect(await app.post(`dt/v1/notifications/mark_unread/${String(latest['id'])}`)).toBe(1);
    expect(await isNew()).toBe('1');
    await app.post(`dt/v1/notifications/mark_all_viewed/${mona.id}`);
    expect(await isNew()).toBe('0');
  });

  test('creates records from its form', async () => {
    const group = await create(groups, { name: 'New group', group_type: 'pre-group' });
    const form = {
      name: 'New',
      type: 'personal',
      contact_phone: { values: [{ value: '1' }] },
      tags: { values: [{ value: 'new' }] },
      groups: { values: [{ value: group }] },
      location_grid: { values: [{ value: '101' }] },
      sources: { values: [{ value: 'web' }] },
    };
    expect(await app.post(`${contacts}/?silent=true`, form)).toMatchObject({
      ID: expect.any(Number),
      post_type: 'contacts',
      name: 'New',
      type: { key: 'personal' },
      contact_phone: [{ value: '1' }],
      tags: ['new'],
      groups: [{ ID: group }],
      location_grid: [{ label: 'Place 101' }],
      sources: ['web'],
    });
  });

  test('shows what its user has done', async () => {
    const id = await create(contacts, { name: 'Talked of' });
    await app.post(`${contacts}/${id}`, { nickname: 'Tee' });
    expect(await app.get<Fields[]>('dt-users/v1/activity-log')).toContainEqual(
      expect.objectContaining({
        object_id: String(id),
        object_type: 'contacts',
        post_type: 'contacts',
        object_name: 'Talked of',
        object_note: 'Nickname changed to Tee',
        hist_time: unixTime,
      }),
    );
  });

  test('takes on a record that was assigned, or not', async () => {
    for (const [accept, read] of [
      [true, { overall_status: { key: 'active' }, accepted: true, assigned_to: { id: String(mona.id) } }],
      [false, { overall_status: { key: 'unassigned' }, assigned_to: { id: String(dora.id) } }],
    ] as const) {
      const id = await create(contacts, { name: 'To take on', type: 'access' }, dorasApp);
      await dorasApp.post(`${contacts}/${id}`, { assigned_to: `user-${mona.id}` });
      expect(await app.get(`${contacts}/${id}/`)).toMatchObject({ overall_status: { key: 'assigned' } });
      expect(await app.post(`${contacts}/${id}/accept`, { accept })).toMatchObject({ ID: id, ...read });
    }
  });
}
