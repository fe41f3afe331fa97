import { beforeAll, expect, test } from '@jest/globals';
import { api } from '../../support/http.ts';
import type { TestUser, World } from '../../support/world.ts';
import { clientOf, expectEdits, firstOf, type Client, type Fields } from './client.ts';

const contacts = 'dt-posts/v2/contacts';
const groups = 'dt-posts/v2/groups';
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const unixTime = expect.stringMatching(/^\d+$/);

/** Records in the mobile app 1.11: forms and fields, comments and history, sharing and accepting. */
export function mobileAppRecords(world: () => World): void {
  let mona: TestUser;
  let dora: TestUser;
  let app: Client;
  let dorasApp: Client;

  const appOf = ({ token }: TestUser) =>
    clientOf(api(world(), token), { 'content-type': 'application/json' });
  const create = async (path: string, fields: Fields, by = app) =>
    (await by.post(`${path}/`, fields))['ID'] as number;

  beforeAll(async () => {
    mona = await world().createUser({ role: 'multiplier', displayName: 'Mona' });
    dora = await world().createUser({ role: 'dispatcher', displayName: 'Dora' });
    app = appOf(mona);
    dorasApp = appOf(dora);
  });

  test('creates records from its form', async () => {
    const group = await app.post(`${groups}/`, { name: 'New group', group_type: 'pre-group' });
    expect(group).toMatchObject({
      ID: expect.any(Number),
      post_type: 'groups',
      group_type: { key: 'pre-group' },
    });
    const form = {
      name: 'New',
      type: 'personal',
      gender: 'female',
      contact_phone: { values: [{ value: '1' }] },
      contact_email: { values: [{ value: 'new@example.test' }] },
      tags: { values: [{ value: 'new' }] },
      groups: { values: [{ value: group['ID'] }] },
      location_grid: { values: [{ value: '101' }] },
      sources: { values: [{ value: 'web' }] },
    };
    expect(await app.post(`${contacts}/?silent=true`, form)).toMatchObject({
      ID: expect.any(Number),
      post_type: 'contacts',
      name: 'New',
      type: { key: 'personal' },
      contact_phone: [{ value: '1' }],
      contact_email: [{ value: 'new@example.test' }],
      tags: ['new'],
      groups: [{ ID: group['ID'] }],
      location_grid: [{ label: 'Place 101' }],
      sources: ['web'],
    });
    const refused = await api(world(), mona.token).post(`${contacts}/`, {
      json: { name: 'Not made', colour: 'x' },
    });
    expect(refused).toMatchObject({ status: 400, body: { code: 'create_post' } });
    expect(refused.body).not.toHaveProperty('ID');
    expect(await app.get(`${contacts}/?name=Not made`)).toMatchObject({ posts: [], total: 0 });
  });

  /** Dates, channels, users and reasons are edited as in the front end. */
  test('edits the fields of a contact', async () => {
    const group = await create(groups, { name: 'Edited group' });
    const id = await create(contacts, { name: 'Edited', type: 'access' });
    await expectEdits(app, `${contacts}/${id}`, [
      { sent: { name: 'Renamed' }, read: { name: 'Renamed', title: 'Renamed' } },
      { sent: { nickname: 'Ed' }, read: { nickname: 'Ed' } },
      { sent: { nickname: '' }, read: { nickname: '' } },
      { sent: { x_rating: '4' }, read: { x_rating: 4 } },
      { sent: { x_rating: '' }, read: { x_rating: undefined } },
      { sent: { favorite: true }, read: { favorite: true } },
      { sent: { favorite: false }, read: { favorite: false } },
      { sent: { requires_update: true }, read: { requires_update: true } },
      { sent: { gender: 'female' }, read: { gender: { key: 'female', label: 'Female' } } },
      { sent: { milestones: values('milestone_belief') }, read: { milestones: ['milestone_belief'] } },
      { sent: { milestones: without('milestone_belief') }, read: { milestones: undefined } },
      { sent: { tags: values('one', 'two') }, read: { tags: ['one', 'two'] } },
      { sent: { tags: without('one') }, read: { tags: ['two'] } },
      { sent: { groups: values(String(group)) }, read: { groups: [{ ID: group }] } },
      { sent: { groups: without(group) }, read: { groups: [] } },
      {
        sent: { location_grid: values('101', '200') },
        read: { location_grid: [{ label: 'Place 101' }, {}] },
      },
      { sent: { location_grid: without('101') }, read: { location_grid: [{ label: 'Place 200' }] } },
      {
        sent: { contact_address: [{ value: '12 Street' }] },
        read: { contact_address: [{ value: '12 Street' }] },
      },
      {
        sent: { quick_button_no_answer: 1 },
        read: { seeker_path: { key: 'attempted' }, requires_update: false },
      },
    ]);
  });

  test('edits a group, and takes a point off the map', async () => {
    const id = await create(groups, {
      name: 'Group',
      parent_groups: values(await create(groups, { name: 'Up' })),
    });
    const path = `${groups}/${id}`;
    const point = { grid_id: '200', label: 'Place 200', lng: expect.anything(), lat: expect.anything() };
    await app.post(path, { location_grid_meta: values({ grid_id: 200 }) });
    await expectEdits(app, path, [
      {
        sent: { group_status: 'inactive' },
        read: { group_status: { key: 'inactive' }, location_grid_meta: [point] },
      },
      { sent: { member_count: '5' }, read: { member_count: 5, parent_groups: [{ post_title: 'Up' }] } },
      {
        sent: (record) => {
          const id = Number(firstOf(record, 'location_grid_meta')['grid_meta_id']);
          return { location_grid_meta: { values: [{ grid_meta_id: id, delete: true }] } };
        },
        read: { location_grid_meta: undefined, location_grid: undefined },
      },
    ]);
  });

  test('comments, and shows the history', async () => {
    const path = `${contacts}/${await create(contacts, { name: 'Talked of' })}`;
    await app.post(path, { nickname: 'Tee' });
    const first = await app.post(`${path}/comments`, { comment: 'One', comment_type: 'comment' });
    const second = await app.post(`${path}/comments`, { comment: 'Two', comment_type: 'comment' });
    await app.post(`${path}/comments/${String(first['comment_ID'])}`, { comment: 'Changed' });
    await app.delete(`${path}/comments/${String(second['comment_ID'])}`);
    expect(await app.get(`${path}/comments`)).toMatchObject({
      comments: [
        {
          comment_ID: first['comment_ID'],
          comment_content: 'Changed',
          comment_author: 'Mona',
          comment_date: moment,
          comment_date_gmt: moment,
          user_id: String(mona.id),
          gravatar: expect.stringContaining('https://'),
        },
      ],
      total: 1,
    });
    const { activity } = await app.get<{ activity: Fields[] }>(`${path}/activity`);
    expect(activity).toContainEqual(
      expect.objectContaining({
        histid: expect.any(String),
        hist_time: unixTime,
        object_note: 'Nickname changed to Tee',
        name: 'Mona',
        gravatar: expect.stringContaining('https://'),
        meta_key: 'nickname',
        meta_id: expect.any(String),
      }),
    );
    const log = await app.get<Fields[]>('dt-users/v1/activity-log');
    expect(log).toContainEqual(
      expect.objectContaining({
        object_id: path.slice(path.lastIndexOf('/') + 1),
        object_type: 'contacts',
        post_type: 'contacts',
        object_name: 'Talked of',
        object_note: 'Nickname changed to Tee',
        hist_time: unixTime,
      }),
    );
  });

  test('takes on a record that was assigned, or not', async () => {
    const assigned = { type: 'access', assigned_to: `user-${mona.id}` };
    for (const [accept, read] of [
      [true, { overall_status: { key: 'active' }, accepted: true, assigned_to: { id: String(mona.id) } }],
      [false, { overall_status: { key: 'unassigned' }, assigned_to: { id: String(dora.id) } }],
    ] as const) {
      const id = await create(contacts, { name: 'To take on', type: 'access' }, dorasApp);
      await dorasApp.post(`${contacts}/${id}`, assigned);
      expect(await app.get(`${contacts}/${id}/`)).toMatchObject({ overall_status: { key: 'assigned' } });
      expect(await app.post(`${contacts}/${id}/accept`, { accept })).toMatchObject({ ID: id, ...read });
    }
  });
}

/** The format in which the app writes several values. */
function values(...all: unknown[]): Fields {
  return { values: all.map((value) => (value?.constructor === Object ? value : { value })) };
}

function without(value: unknown): Fields {
  return { values: [{ value, delete: true }] };
}
