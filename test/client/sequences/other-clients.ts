import { beforeAll, expect, test } from '@jest/globals';
import { api } from '../../support/http.ts';
import { createLink, overHttps, transferTokenOf } from '../../support/site-link.ts';
import type { TestUser, World } from '../../support/world.ts';
import { clientOf, expectEdits, firstOf, type Client, type Fields } from './client.ts';

interface List {
  posts: Fields[];
  total: number;
}

const contacts = 'dt-posts/v2/contacts';
const groups = 'dt-posts/v2/groups';

/** Plugins, sites and tools that use a few endpoints each. */
export function otherClients(world: () => World): void {
  let mona: TestUser;
  let page: Client;

  beforeAll(async () => {
    mona = await world().createUser({ role: 'multiplier', displayName: 'Mona' });
    page = clientOf(api(world(), mona.token));
  });

  test('an import sends a record for each row, several at once, and updates them', async () => {
    const path = `${contacts}?silent=true&check_for_duplicates=contact_phone,contact_email`;
    const row = (index: number) => ({
      title: `Row ${index}`,
      assigned_to: mona.id,
      notes: ['From the list'],
      x_rating: 3,
      age: '<26',
      contact_phone: [{ value: `0151 900 ${index}` }],
      tags: { values: [{ value: 'imported' }] },
      contact_address: { values: [{ value: '12 Street' }] },
      location_grid: { values: [{ value: '101' }] },
      requires_update: true,
      baptism_date: index % 2 ? '2024-01-02' : '',
    });
    const made = await Promise.all([0, 1, 2, 3].map((index) => page.post(path, row(index))));
    for (const [index, record] of made.entries()) {
      expect(record).toMatchObject({
        ID: expect.any(Number),
        post_type: 'contacts',
        permalink: expect.any(String),
        name: `Row ${index}`,
        contact_address: [{ value: '12 Street' }],
        tags: ['imported'],
        x_rating: 3,
        requires_update: true,
      });
      expect(Boolean(record['baptism_date'])).toBe(index % 2 === 1);
    }
    expect(await page.post(path, row(2))).toMatchObject({ ID: made[2]?.['ID'] });
    const first = `${contacts}/${String(made[0]?.['ID'])}`;
    expect(await page.post(`${first}?silent=true`, { nickname: 'Zero' })).toMatchObject({ nickname: 'Zero' });
    expect(await page.get(`${first}/comments`)).toMatchObject({
      comments: [{ comment_content: 'From the list' }],
    });
  });

  test('a migration logs in with a form, and has its token checked', async () => {
    const { username, password } = mona;
    const { token } = await clientOf(api(world())).submit('jwt-auth/v1/token', { username, password });
    expect(await clientOf(api(world(), String(token))).post('jwt-auth/v1/token/validate')).toMatchObject({
      code: 'jwt_auth_valid_token',
    });
  });

  test.each([
    ['a form with the token of the hour', false, 'submit'],
    ['JSON with the token of the hour', false, 'post'],
    ['a form with an API key', true, 'submit'],
    ['JSON with an API key', true, 'post'],
  ] as const)('a site sends its visitors’ contacts as %s', async (label, isApiKey, send) => {
    const link = await createLink(world(), { label, api_key: isApiKey });
    const site = clientOf(overHttps(world(), isApiKey ? link.token : transferTokenOf(link)));
    const visitor = { title: label, contact_email: [{ value: `${label.replaceAll(' ', '')}@example.test` }] };
    const sent = {
      ...visitor,
      sources: { values: [{ value: 'prayer' }] },
      tags: { values: [{ value: 'site' }] },
    };
    const path = `${contacts}?check_for_duplicates=contact_email&silent=true`;
    const made = await site[send](path, { ...sent, notes: ['Wrote on the site'] });
    expect(made).toEqual({ ID: expect.any(Number) });
    expect(await site[send](path, sent)).toEqual(made);
    const reader = clientOf(api(world(), (await world().createUser({ role: 'dispatcher' })).token));
    expect(await reader.get(`${contacts}/${String(made['ID'])}`)).toMatchObject({
      name: label,
      contact_email: visitor.contact_email,
      sources: ['prayer'],
      tags: ['site'],
    });
  });

  test('pickers, cards and exports list records', async () => {
    const { ID: id } = await page.post(groups, { name: 'Oak Street', assigned_to: mona.id });
    await page.post(groups, { name: 'Elm Street' });
    const found = { posts: [{ ID: id, name: 'Oak Street' }], total: 1 };
    expect(await page.get(`${groups}/compact/?s=oak`)).toMatchObject(found);
    expect(await page.get(`${groups}/compact/?s=`)).toMatchObject({
      posts: [{ ID: expect.any(Number) }, {}],
    });
    expect(await page.get(`${contacts}/compact?s=nobody`)).toMatchObject({ posts: [] });
    const card = await page.get<Fields>(`${groups}?text=oak&offset=0&assigned_to[]=${mona.id}`);
    expect(card).toMatchObject({ posts: [{ ID: id, post_title: 'Oak Street' }], total: 1 });
    expect(card).not.toHaveProperty('data');
    const pages = await Promise.all(
      [0, 1].map((offset) => page.get<List>(`${groups}/?text=street&sort=name&offset=${offset}&limit=1`)),
    );
    expect(pages).toMatchObject(
      ['Elm Street', 'Oak Street'].map((name) => ({ posts: [{ name }], total: 2 })),
    );
  });

  test('the tree of groups grows from a group, and shows its members', async () => {
    const { ID: member } = await page.post(contacts, { name: 'Member' });
    const parent = await page.post(groups, { name: 'Parent', members: { values: [{ value: member }] } });
    const link = { values: [{ value: parent['ID'] }] };
    const child = await page.post(groups, { title: 'Child', parent_groups: link, group_type: 'group' });
    expect(await page.get(`${groups}/${String(parent['ID'])}`)).toMatchObject({
      members: [{ ID: member, post_title: 'Member' }],
      child_groups: [{ ID: child['ID'], post_title: 'Child' }],
      member_count: 1,
    });
    expect(await page.get(`${groups}/settings`)).toMatchObject({
      fields: { health_metrics: { default: { church_giving: { label: 'Giving' } } } },
    });
  });

  test('a dashboard takes contacts on, and keeps tasks', async () => {
    const { ID: id } = await page.post(contacts, { name: 'On the dashboard', type: 'access' });
    const path = `${contacts}/${String(id)}`;
    expect(await page.post(`${path}/accept`, { accept: true })).toMatchObject({ accepted: true });
    const task = { value: 'Call', date: '2030-01-02' };
    const idOf = (record: Fields) => firstOf(record, 'tasks')['id'];
    await expectEdits(page, path, [
      { sent: { tasks: { values: [task] } }, read: { tasks: [{ id: expect.any(String), value: 'Call' }] } },
      {
        sent: (record) => ({ tasks: { values: [{ id: idOf(record), delete: true }] } }),
        read: { tasks: undefined },
      },
    ]);
  });
}
