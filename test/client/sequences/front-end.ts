import { beforeAll, expect, test } from '@jest/globals';
import { until } from '@svc/service-kit/testing';
import { api } from '../../support/http.ts';
import type { TestUser, World } from '../../support/world.ts';
import { clientOf, expectEdits, firstOf, type Client, type Fields } from './client.ts';
import { frontEndHeaders } from './front-end-lists.ts';

const contacts = 'dt-posts/v2/contacts';
const text = expect.any(String);
const day = (formatted: string) => ({ timestamp: String(Date.parse(formatted) / 1000), formatted });

/** The web front end without its list page: pages of records, comments, duplicates, search, and user settings. */
export function frontEnd(world: () => World): void {
  let dora: TestUser;
  let mona: TestUser;
  let page: Client;

  beforeAll(async () => {
    dora = await world().createUser({ role: 'dispatcher', displayName: 'Dora of the office' });
    mona = await world().createUser({ role: 'multiplier', displayName: 'Mona in the field' });
    page = clientOf(api(world(), dora.token), frontEndHeaders);
  });

  const create = async (fields: Fields) => {
    const { ID: id } = await page.post(contacts, { type: 'access', ...fields });
    return { id: id as number, path: `${contacts}/${String(id)}` };
  };

  test('creates a record from a connection field, and goes to its page', async () => {
    const { id } = await create({ title: 'First' });
    const link = { created_from: id, add_connection: 'relation' };
    const made = await page.post(contacts, { title: 'Second', additional_meta: link });
    expect(made).toMatchObject({ relation: [{ ID: id, post_title: 'First' }] });
    expect(made['permalink']).toBe(`${world().gatewayUrl}/contacts/${String(made['ID'])}/`);
  });

  test('edits each field, and refreshes the page from the answer', async () => {
    const { id, path } = await create({ title: 'Edited' });
    const user = (display: string, { id }: TestUser) => ({ id: String(id), display });
    const keyOf = (record: Fields) => firstOf(record, 'contact_phone')['key'];
    await expectEdits(page, path, [
      { sent: { name: 'Edited again' }, read: { ID: id, post_type: 'contacts', requires_update: false } },
      { sent: { baptism_date: 1_704_153_600 }, read: { baptism_date: day('2024-01-02') } },
      { sent: { baptism_date: '2024-02-29' }, read: { baptism_date: day('2024-02-29') } },
      { sent: { baptism_date: '' }, read: { baptism_date: undefined } },
      { sent: { contact_phone: [{ value: '1' }] }, read: { contact_phone: [{ value: '1', key: text }] } },
      {
        sent: (record) => ({ contact_phone: [{ value: '2', key: keyOf(record) }] }),
        read: { contact_phone: [{ value: '2' }] },
      },
      {
        sent: (record) => ({ contact_phone: [{ key: keyOf(record), delete: true }] }),
        read: { contact_phone: undefined },
      },
      {
        sent: { x_links: { values: [{ type: 'site', value: 'https://example.org' }] } },
        read: { x_links: [{ type: 'site', value: 'https://example.org', meta_id: text }] },
      },
      {
        sent: (record) => ({
          x_links: { values: [{ meta_id: firstOf(record, 'x_links')['meta_id'], delete: true }] },
        }),
        read: { x_links: undefined },
      },
      { sent: { assigned_to: `user-${mona.id}` }, read: { assigned_to: user('Mona in the field', mona) } },
      { sent: { tags: { values: [{ value: 'new' }] } }, read: { tags: ['new'] } },
      { sent: { tags: { values: [{ value: 'new', delete: true }] } }, read: { tags: undefined } },
      {
        sent: { overall_status: 'paused', reason_paused: 'vacation' },
        read: { overall_status: { key: 'paused', label: 'Paused' }, reason_paused: { key: 'vacation' } },
      },
    ]);
  });

  test('keeps reminders', async () => {
    const { path } = await create({ title: 'To remember' });
    const reminder = { date: '2030-01-02', value: { note: 'call' }, category: 'custom' };
    const idOf = (record: Fields) => firstOf(record, 'tasks')['id'];
    const read = { id: text, date: expect.stringMatching(/^2030-01-02/), category: 'custom' };
    await expectEdits(page, path, [
      { sent: { tasks: { values: [reminder] } }, read: { tasks: [{ ...read, value: { note: 'call' } }] } },
      {
        sent: (record) => ({ tasks: { values: [{ id: idOf(record), value: { status: 'task_complete' } }] } }),
        read: { tasks: [{ ...read, value: { note: 'call', status: 'task_complete' } }] },
      },
      {
        sent: (record) => ({ tasks: { values: [{ id: idOf(record), delete: true }] } }),
        read: { tasks: undefined },
      },
    ]);
  });

  test('follows a record, and stops following it', async () => {
    const { path } = await create({ title: 'Followed', assigned_to: `user-${mona.id}` });
    const set = (isOn: boolean) => {
      const values = (isDeleted: boolean) => ({ values: [{ value: dora.id, delete: isDeleted }] });
      return page.post(path, { follow: values(!isOn), unfollow: values(isOn) });
    };
    await set(false);
    expect(await page.get(`${path}/following`)).toEqual([mona.id]);
    await set(true);
    expect(await page.get(`${path}/following`)).toEqual(expect.arrayContaining([mona.id, dora.id]));
  });

  test('hands a contact to somebody, who takes it on', async () => {
    const { id, path } = await create({ title: 'To assign', location_grid: { values: [{ value: '101' }] } });
    const list = await page.get<Fields[]>(
      `${contacts}/assignment-list?location_ids%5B%5D=101&post_id=${id}&post_type=contacts`,
    );
    expect(list).toContainEqual(
      expect.objectContaining({
        ID: mona.id,
        name: 'Mona in the field',
        roles: ['multiplier'],
        languages: [],
        gender: text,
        last_assignment: expect.any(Number),
      }),
    );
    expect(await page.post(path, { assigned_to: mona.id })).toMatchObject({
      overall_status: { key: 'assigned' },
    });
    const hers = clientOf(api(world(), mona.token), frontEndHeaders);
    expect(await hers.post(`${path}/accept`, { accept: true })).toMatchObject({
      ID: id,
      overall_status: { key: 'active' },
      accepted: true,
    });
  });

  test('comments, reacts, and goes back in the history', async () => {
    const { path } = await create({ title: 'Talked of' });
    const sent = { comment: 'Well said', comment_type: 'comment' };
    const made = await page.post(`${path}/comments`, sent);
    const comment = `${path}/comments/${String(made['comment_ID'])}`;
    expect(made).toMatchObject({ comment_ID: text, user_id: String(dora.id) });
    expect(await page.post(comment, { ...sent, comment: 'Better' })).toMatchObject({
      comment_ID: made['comment_ID'],
    });
    expect(await page.post(`${comment}/react`, { reaction: 'reaction_heart' })).toEqual([]);
    const { comments } = await page.get<{ comments: Fields[] }>(`${path}/comments`);
    expect(comments).toMatchObject([
      {
        comment_ID: made['comment_ID'],
        comment_content: 'Better',
        comment_type: 'comment',
        comment_author: 'Dora of the office',
        user_id: String(dora.id),
        gravatar: text,
        comment_meta: [],
        comment_date_gmt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        comment_reactions: { reaction_heart: [{ user_id: String(dora.id), name: 'Dora of the office' }] },
      },
    ]);
    expect(await page.delete(comment)).toBe(true);

    await page.post(path, { nickname: 'Tee' });
    const { activity } = await page.get<{ activity: Fields[] }>(`${path}/activity?number=10&offset=0`);
    const item = activity.find(({ meta_key: key }) => key === 'nickname') ?? {};
    expect(item).toMatchObject({ object_note: text, field_type: 'text', gravatar: text });
    const time = `ts_start=${String(item['hist_time'])}&ts_end=${String(item['hist_time'])}`;
    expect(
      await page.get(`${path}/activity?revert=true&${time}&result_order=DESC&extra_meta=true`),
    ).toContainEqual(expect.objectContaining({ histid: item['histid'], action: 'field_update' }));
    expect(await page.get(`${path}/revert/${String(item['histid'])}`)).not.toHaveProperty('nickname');
    await page.post(path, { nickname: 'Tee' });
    const since = {
      ts_start: Number(item['hist_time']),
      extra_meta: true,
      result_order: 'DESC',
      result_limit: 10,
    };
    expect(await page.post(`${path}/revert_activity_history`, since)).not.toHaveProperty('nickname');
  });

  test('shares a record with somebody whose name was typed', async () => {
    const { path } = await create({ title: 'Shared' });
    const found = await page.get<Fields[]>('dt/v1/users/get_users?s=mona in the field&post_type=contacts');
    expect(found).toMatchObject([{ ID: mona.id, name: 'Mona in the field', avatar: text }]);
    await page.post(`${path}/shares`, { user_id: mona.id });
    expect(await page.get<Fields[]>(`${path}/shares`)).toMatchObject([{}, { user_id: String(mona.id) }]);
    await page.delete(`${path}/shares`, { user_id: mona.id });
    expect(await page.get<Fields[]>(`${path}/shares`)).toHaveLength(1);
  });

  test('finds duplicates, dismisses one and merges another', async () => {
    const phone = { contact_phone: [{ value: '0151 777 4242' }] };
    const primary = await create({ title: 'Tryphena', ...phone });
    const second = await create({ title: 'Tryphosa', ...phone });
    const third = await create({ title: 'Persis', ...phone });
    const ids = async () => {
      const { ids } = await page.get<{ ids: number[] }>(`${primary.path}/duplicates`);
      return ids.sort();
    };
    expect(await ids()).toEqual([second.id, third.id].sort());
    const alike = await page.get<Fields[]>(`${primary.path}/all_duplicates?include_contacts=true&limit=5`);
    expect(alike).toContainEqual(expect.objectContaining({ ID: second.id, points: expect.any(Number) }));
    const all = await page.get(`${contacts}/all-duplicates?limit=0`);
    expect(all['posts_with_matches']).toContainEqual(
      expect.objectContaining({ ID: third.id, duplicates: expect.any(Array) }),
    );
    await page.post(`${primary.path}/dismiss-duplicates`, { id: third.id });
    expect(await ids()).toEqual([second.id]);
    const merge = { primary_post_id: primary.id, archiving_post_id: second.id, merge_comments: true };
    expect(await page.post(`${contacts}/merge`, merge)).toMatchObject({ ID: primary.id });
    expect(await page.get(second.path)).toMatchObject({ overall_status: { key: 'closed' } });
  });

  test('searches everything, with the text encoded twice', async () => {
    const { id } = await create({ title: 'Zebedee Fisher' });
    const flags = 'post_type=all&offset=0&post=true&comment=true&meta=true&archived=false&status=all';
    const query = encodeURIComponent(encodeURI('zebedee fish'));
    await until(async () => {
      expect(
        await page.get(`dt-posts/v2/posts/search/advanced_search?query=${query}&${flags}`),
      ).toMatchObject({
        hits: [
          {
            post_type: 'contacts',
            post_type_label_singular: 'Contact',
            total: 1,
            offset: expect.any(Number),
            posts: [
              {
                ID: id,
                post_title: 'Zebedee Fisher',
                post_hit: 'Y',
                status_hit: 'Y',
                status: { label: 'Active' },
              },
            ],
          },
        ],
        total_hits: 1,
      });
    });
  });

  test('looks for a place, and for what is new', async () => {
    const search = 'dt/v1/mapping_module/search_location_grid_by_name?s=place%20101&filter=all';
    expect(await page.get(search)).toMatchObject({
      location_grid: [{ ID: '101', name: expect.stringContaining('101') }],
    });
    expect(await page.post('dt/v1/notifications/get_new_notifications_count')).toEqual(expect.any(Number));
  });

  test('keeps the settings of its user', async () => {
    const update = (json: Fields) => page.post<unknown>('dt/v1/user/update', json);
    expect(await update({ add_languages: 'fr' })).toEqual(['fr']);
    expect(await update({ remove_languages: 'fr' })).toEqual([]);
    expect(await update({ gender: 'female' })).toBe(true);
    await update({ workload_status: 'existing' });
    const away = { start_date: '2030-01-01', end_date: '2030-01-05' };
    expect(await update({ add_unavailability: away })).toMatchObject([away]);
    const point = { lng: 5, lat: 5, level: 'place', label: 'Harbour', source: 'user' };
    const places = { user_location: { location_grid_meta: [point] } };
    const { user_location: kept } = await page.post<{ user_location: Fields }>(
      'dt/v1/users/user_location',
      places,
    );
    const ids = [{ grid_meta_id: firstOf(kept, 'location_grid_meta')['grid_meta_id'] }];
    await page.delete('dt/v1/users/user_location', { user_location: { location_grid_meta: ids } });
    const switched = { preference_key: 'comments_web', type: 'notifications' };
    expect(await page.post('dt/v1/users/switch_preference', switched)).toBe(true);
    expect(await page.get(`dt/v1/users/contact-id?user_id=${mona.id}`)).toBe(mona.contactId);
    expect(await page.get('dt/v1/user/my')).toMatchObject({
      profile: { gender: 'Female' },
      preferences: { workload: { id: 'existing' } },
      locations: [],
      unavailability: [away],
    });
  });

  test('makes a user of a contact, with null for all that was left empty', async () => {
    const { token } = await world().createUser({ role: 'administrator' });
    const office = clientOf(api(world(), token), frontEndHeaders);
    const { id } = await create({ title: 'To be a user' });
    const made = await office.post('dt/v1/users/create', {
      'user-email': 'made@example.test',
      'user-display': 'Made',
      'user-username': null,
      'user-password': null,
      'user-user_role': 'multiplier',
      'user-optional-fields': null,
      locale: null,
      corresponds_to_contact: id,
      return_contact: true,
    });
    expect(made).toEqual({ user_id: expect.any(Number), corresponds_to_contact: id });
  });

  test('reloads when its login has ended, and shows what it is told', async () => {
    const { path } = await create({ title: 'Refused' });
    const ask = (token: string | undefined, json: Fields) =>
      api(world(), token).post(path, { headers: frontEndHeaders, json });
    expect((await ask(undefined, { nickname: 'x' })).body).toMatchObject({ data: { status: 401 } });
    expect((await ask(dora.token, { gender: 'x' })).body).toMatchObject({
      message: expect.stringContaining('gender, received x'),
      data: { status: 400 },
    });
    expect(await page.get(path)).not.toHaveProperty('nickname');
  });
}
