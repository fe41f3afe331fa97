import { beforeAll, expect, test } from '@jest/globals';
import { until } from '@svc/service-kit/testing';
import { stringifyBrackets } from '../../support/brackets.ts';
import { api } from '../../support/http.ts';
import type { TestUser, World } from '../../support/world.ts';
import { clientOf, type Client, type Fields } from './client.ts';

interface List {
  posts: Fields[];
  total: number | string;
}

const contacts = 'dt-posts/v2/contacts';

/** The headers that a front end's jQuery sends, even without a body. */
export const frontEndHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'x-wp-nonce': 'a1b2c3d4e5',
};

const everyone = ['Bob Smith', 'Carol Jones', 'Dan Brown', 'Eve Adams'];
const either = { assigned_to: ['me'], subassigned: ['me'], combine: ['subassigned'] };
const wide = { start: '2020-01-01', end: '2100-01-01' };

/** Queries of the list page, and the contacts of `makeContacts` in the order in which it shows them. */
const queries: readonly [what: string, query: Fields, shown: readonly string[]][] = [
  [
    'assigned or subassigned',
    { ...either, overall_status: ['-closed'], type: ['access'] },
    ['Bob Smith', 'Dan Brown'],
  ],
  ['a search', { text: 'bob smith', fields_to_search: ['name', 'comms'] }, ['Bob Smith']],
  ['a search of phone numbers', { text: '555 12', fields_to_search: ['comms'] }, ['Bob Smith']],
  ['a search everywhere', { text: 'riverbank', fields_to_search: ['all'] }, ['Carol Jones']],
  ['a search of comments', { text: 'at the river', fields_to_search: ['comment'] }, ['Carol Jones']],
  ['a search of a field', { text: 'dee', fields_to_search: ['nickname'] }, ['Dan Brown']],
  [
    'alternatives within a condition',
    { fields: [{ overall_status: ['-closed'] }, [{ gender: ['male'] }, { age: ['<19'] }]] },
    ['Bob Smith', 'Dan Brown'],
  ],
  [
    'assigned or subassigned in a custom filter',
    { fields: [[{ assigned_to: ['me'] }, { subassigned: ['me'] }]] },
    ['Bob Smith', 'Carol Jones', 'Dan Brown'],
  ],
  ['any connection', { fields: [{ groups: ['*'] }] }, ['Dan Brown']],
  ['no connection', { fields: [{ groups: ['-*'] }] }, ['Bob Smith', 'Carol Jones', 'Eve Adams']],
  ['places and what is in them', { fields: [{ location_grid: ['100'] }] }, ['Dan Brown']],
  ['exclusions', { overall_status: ['-closed', '-paused'] }, ['Bob Smith', 'Eve Adams']],
  ['days', { post_date: wide, baptism_date: { start: '2024-01-01', end: '2024-02-01' } }, ['Carol Jones']],
  ['a number', { baptism_generation: { operator: '>', number: 2 } }, ['Bob Smith']],
  ['favorites', { favorite: ['1'] }, ['Bob Smith']],
];

/** The list page of the web front end: by GET until 2023, by POST since then. */
export function frontEndLists(world: () => World): void {
  let frida: TestUser;
  let page: Client;

  beforeAll(async () => {
    frida = await world().createUser({ role: 'multiplier', displayName: 'Frida' });
    page = clientOf(api(world(), frida.token), frontEndHeaders);
    await makeContacts();
  });

  /** Creates the contacts sequentially, each with a note, so that they have a known order of changes. */
  async function makeContacts(): Promise<void> {
    const other = await world().createUser({ role: 'multiplier' });
    const others = { type: 'access', assigned_to: `user-${other.id}` };
    const own = { type: 'access', assigned_to: `user-${frida.id}` };
    const group = await page.post('dt-posts/v2/groups', { name: 'Group' });
    for (const fields of [
      {
        ...own,
        name: 'Bob Smith',
        gender: 'male',
        baptism_generation: 3,
        favorite: true,
        contact_phone: [{ value: '555 123' }],
      },
      {
        ...own,
        name: 'Carol Jones',
        overall_status: 'closed',
        baptism_date: '2024-01-15',
        notes: ['Met at the riverbank'],
      },
      {
        ...others,
        name: 'Dan Brown',
        overall_status: 'paused',
        nickname: 'Dee',
        age: '<19',
        subassigned: { values: [{ value: frida.contactId }] },
        groups: { values: [{ value: group['ID'] }] },
        location_grid: { values: [{ value: '101' }] },
      },
      { ...others, name: 'Eve Adams' },
    ]) {
      await page.post(contacts, fields);
      await world().settled();
    }
  }

  const namesOf = ({ posts }: List) => posts.map(({ post_title: name }) => name);

  test.each(queries)('asks for %s', async (_what, filter, shown) => {
    const query = {
      ...filter,
      sort: 'name',
      offset: 0,
      limit: 500,
      fields_to_return: ['name', 'overall_status'],
    };
    const answers = [
      await page.get<List>(`${contacts}?${stringifyBrackets(query)}`),
      await page.get<List>(`${contacts}/list?${stringifyBrackets(query)}`),
      await page.post<List>(`${contacts}/list`, query),
    ];
    for (const answer of answers) expect(namesOf(answer)).toEqual(shown);
    for (const { total } of answers) expect(Number(total)).toBe(shown.length);
  });

  test('asks for what was seen last, and sends what it always sends', async () => {
    const query = {
      dt_recent: true,
      sort: '-post_date',
      offset: 0,
      limit: 500,
      overall_status: ['-closed'],
      fields_to_return: ['name', 'favorite'],
    };
    await until(async () => {
      for (const answer of [
        await page.get<List>(`${contacts}?${stringifyBrackets(query)}`),
        await page.post<List>(`${contacts}/list`, query),
      ])
        expect(namesOf(answer)).toEqual([...everyone].reverse());
    });
  });

  test('shows the columns of a list, and exports all fields', async () => {
    const query = { sort: 'name', offset: 0, limit: 500, fields_to_return: [] };
    const { posts } = await page.post<List>(`${contacts}/list`, query);
    const [bob, carol, dan] = posts;
    const date = { timestamp: expect.stringMatching(/^\d+$/) };
    const id = Number(bob?.['ID']);
    expect(bob).toMatchObject({
      ID: expect.any(Number),
      permalink: `${world().gatewayUrl}/contacts/${id}`,
      post_title: 'Bob Smith',
      post_date: date,
      last_modified: date,
      favorite: true,
      requires_update: false,
      assigned_to: { display: 'Frida' },
      overall_status: { label: 'Active' },
      baptism_generation: 3,
      contact_phone: [{ value: '555 123' }],
      sources: ['personal'],
    });
    expect(carol).toMatchObject({
      baptism_date: { timestamp: '1705276800' },
      overall_status: { label: 'Archived' },
    });
    expect(dan).toMatchObject({ groups: [{ post_title: 'Group' }], location_grid: [{ label: 'Place 101' }] });
  });

  test('hides what is archived', async () => {
    type Settings = { status_field: { status_key: string; archived_key: string } };
    const { status_field: status, ...labels } = await page.get<Settings & Fields>(`${contacts}/settings`);
    expect(labels).toMatchObject({
      label_plural: 'Contacts',
      label_singular: 'Contact',
      post_type: 'contacts',
    });
    const query = { [status.status_key]: [`-${status.archived_key}`], sort: '-name' };
    expect(namesOf(await page.post<List>(`${contacts}/list`, query))).toEqual([
      'Eve Adams',
      'Dan Brown',
      'Bob Smith',
    ]);
  });

  test('splits a list by a field', async () => {
    const filters = { ...either, sort: 'name', fields_to_return: ['name'] };
    const parts = await page.post<Fields[]>(`${contacts}/split_by`, { field_id: 'overall_status', filters });
    expect(parts.map(({ value, count, label }) => [value, Number(count), label]).sort()).toEqual([
      ['active', 1, 'Active'],
      ['closed', 1, 'Archived'],
      ['paused', 1, 'Paused'],
    ]);
  });

  test('keeps a filter of its own, and counts it', async () => {
    const path = 'dt/v1/users/save_filters';
    const labels = [{ id: 'me', name: 'Me', field: 'assigned_to' }];
    const filter = { ID: 1_700_000_000_123, name: 'Mine', query: { ...either, sort: 'name' }, labels };
    const saved = async () => {
      const url = 'dt/v1/users/get_filters?post_type=contacts&force_refresh=1';
      const { tabs, filters } = await page.get<Record<'tabs' | 'filters', Fields[]>>(url);
      for (const tab of tabs)
        expect(tab).toMatchObject({
          key: expect.any(String),
          label: expect.any(String),
          order: expect.any(Number),
        });
      return filters.filter(({ name }) => name === 'Mine');
    };
    await page.post(path, { filter, post_type: 'contacts' });
    const [mine = {}] = await saved();
    expect(mine).toMatchObject({ tab: 'custom', query: filter.query, count: 3, labels });
    await page.delete(path, { id: mine['ID'], post_type: 'contacts' });
    expect(await saved()).toEqual([]);
  });

  test('changes ten records at once, and removes those that it may', async () => {
    const { token } = await world().createUser({ role: 'administrator' });
    const office = clientOf(api(world(), token), frontEndHeaders);
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, index) => office.post(contacts, { title: `Bulk ${index}` })),
    );
    const paths = made.map(({ ID }) => `${contacts}/${String(ID)}`);
    const onAll = <Body = Fields>(change: (path: string) => Promise<Body>) => Promise.all(paths.map(change));
    for (const record of await onAll((path) => office.post(path, { overall_status: 'paused' })))
      expect(record).toMatchObject({ overall_status: { key: 'paused' }, ID: expect.any(Number) });
    await onAll((path) => office.post(`${path}/shares`, { user_id: frida.id }));
    await onAll((path) => office.post(`${path}/comments`, { comment: 'Bulk', comment_type: 'comment' }));
    const message = { subject: 'Hi', from_name: 'Office', send_method: 'email', message: 'Dear {{name}}' };
    for (const answer of await onAll((path) => office.post(`${path}/post_messaging`, message)))
      expect(answer).toEqual({ post_id: expect.any(Number), sent: false });
    const shown = await page.get<List>(`${contacts}?text=Bulk&shared_with[]=me`);
    expect(Number(shown.total)).toBe(10);
    expect(await onAll((path) => office.delete<unknown>(path))).toEqual(paths.map(() => true));
    expect(await page.get<List>(`${contacts}?text=Bulk`)).toMatchObject({ posts: [], total: 0 });
  });
}
