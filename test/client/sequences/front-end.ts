import { beforeAll, expect, test } from '@jest/globals';
import { stringifyBrackets } from '../../support/brackets.ts';
import { api } from '../../support/http.ts';
import { uniqueWord, type TestUser, type World } from '../../support/world.ts';
import { clientOf, type Client, type Fields } from './client.ts';

interface List {
  posts: Fields[];
  total: number | string;
}

const contacts = 'dt-posts/v2/contacts';

/** The headers that a front end's jQuery sends, even without a body. */
const headers = { 'content-type': 'application/json; charset=utf-8', 'x-wp-nonce': 'a1b2c3d4e5' };

const either = { assigned_to: ['me'], subassigned: ['me'], combine: ['subassigned'] };

/** Queries of the list page, and the contacts of `makeContacts` in the order in which it shows them. */
const queries: readonly [what: string, query: Fields, shown: readonly string[]][] = [
  [
    'assigned or subassigned',
    { ...either, overall_status: ['-closed'], type: ['access'] },
    ['Bob Smith', 'Dan Brown'],
  ],
  ['a search everywhere', { text: 'riverbank', fields_to_search: ['all'] }, ['Carol Jones']],
  ['a search of comments', { text: 'at the river', fields_to_search: ['comment'] }, ['Carol Jones']],
  [
    'alternatives within a condition',
    { fields: [{ overall_status: ['-closed'] }, [{ gender: ['male'] }, { nickname: ['dee'] }]] },
    ['Bob Smith', 'Dan Brown'],
  ],
  ['favorites', { favorite: ['1'] }, ['Bob Smith']],
];

/** The web front end: its list page, by GET until 2023 and by POST since then, and pages of records. */
export function frontEnd(world: () => World): void {
  let frida: TestUser;
  let page: Client;
  let office: Client;

  beforeAll(async () => {
    frida = await world().createUser({ role: 'multiplier', displayName: 'Frida' });
    page = clientOf(api(world(), frida.token), headers);
    const { token } = await world().createUser({ role: 'administrator' });
    office = clientOf(api(world(), token), headers);
    await makeContacts();
  });

  async function makeContacts(): Promise<void> {
    const other = await world().createUser({ role: 'multiplier' });
    const others = { type: 'access', assigned_to: `user-${other.id}` };
    const own = { type: 'access', assigned_to: `user-${frida.id}` };
    const subassigned = { values: [{ value: frida.contactId }] };
    for (const fields of [
      { ...own, name: 'Bob Smith', gender: 'male', favorite: true },
      { ...own, name: 'Carol Jones', overall_status: 'closed', notes: ['Met at the riverbank'] },
      { ...others, name: 'Dan Brown', overall_status: 'paused', nickname: 'Dee', subassigned },
      { ...others, name: 'Eve Adams' },
    ])
      await page.post(contacts, fields);
    await world().settled();
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

  test('changes several records at once, and removes those that it may', async () => {
    const made = await Promise.all(
      [1, 2, 3].map((index) => office.post(contacts, { title: `Bulk ${index}` })),
    );
    const paths = made.map(({ ID }) => `${contacts}/${String(ID)}`);
    const onAll = <Body = Fields>(change: (path: string) => Promise<Body>) => Promise.all(paths.map(change));
    await onAll((path) => office.post(path, { overall_status: 'paused' }));
    await onAll((path) => office.post(`${path}/shares`, { user_id: frida.id }));
    await onAll((path) => office.post(`${path}/comments`, { comment: 'Bulk', comment_type: 'comment' }));
    const message = { subject: 'Hi', from_name: 'Office', send_method: 'email', message: 'Dear {{name}}' };
    for (const answer of await onAll((path) => office.post(`${path}/post_messaging`, message)))
      expect(answer).toEqual({ post_id: expect.any(Number), sent: false });
    const shown = await page.get<List>(`${contacts}?text=Bulk&shared_with[]=me&overall_status[]=paused`);
    expect(Number(shown.total)).toBe(3);
    expect(await onAll((path) => office.delete<unknown>(path))).toEqual(paths.map(() => true));
    expect(await page.get<List>(`${contacts}?text=Bulk`)).toMatchObject({ posts: [], total: 0 });
  });

  const create = async (fields: Fields) => {
    const { ID: id } = await office.post(contacts, { type: 'access', ...fields });
    return { id: id as number, path: `${contacts}/${String(id)}` };
  };

  test('creates a record from a connection field, and goes to its page', async () => {
    const { id } = await create({ title: 'First' });
    const link = { created_from: id, add_connection: 'relation' };
    const made = await office.post(contacts, { title: 'Second', additional_meta: link });
    expect(made).toMatchObject({ relation: [{ ID: id, post_title: 'First' }] });
    expect(made['permalink']).toBe(`${world().gatewayUrl}/contacts/${String(made['ID'])}/`);
  });

  test('goes back in the history, by GET', async () => {
    const { path } = await create({ title: 'Gone back' });
    await office.post(path, { nickname: 'Tee' });
    const { activity } = await office.get<{ activity: Fields[] }>(`${path}/activity?number=10&offset=0`);
    const item = activity.find(({ meta_key: key }) => key === 'nickname');
    expect(await office.get(`${path}/revert/${String(item?.['histid'])}`)).not.toHaveProperty('nickname');
  });

  test('finds duplicates, dismisses one and merges another', async () => {
    // No contact of another session has the same values.
    const session = uniqueWord();
    const channel = { contact_other: [{ value: session }] };
    const primary = await create({ title: `Tryphena ${session}`, ...channel });
    const second = await create({ title: `Tryphosa ${session}`, ...channel });
    const third = await create({ title: `Persis ${session}`, ...channel });
    const ids = async () => {
      const { ids } = await office.get<{ ids: number[] }>(`${primary.path}/duplicates`);
      return ids.sort();
    };
    expect(await ids()).toEqual([second.id, third.id].sort());
    const alike = await office.get<Fields[]>(`${primary.path}/all_duplicates?include_contacts=true&limit=5`);
    expect(alike).toContainEqual(expect.objectContaining({ ID: second.id, points: expect.any(Number) }));
    const all = await office.get(`${contacts}/all-duplicates?limit=0`);
    expect(all).toMatchObject({ scanned: expect.any(Number), reached_the_end: expect.any(Boolean) });
    expect(all['posts_with_matches']).toContainEqual(
      expect.objectContaining({
        ID: third.id,
        dups: { 'Other Social Links': expect.any(Array) },
        info: expect.any(Array),
      }),
    );
    await office.post(`${primary.path}/dismiss-duplicates`, { id: third.id });
    expect(await ids()).toEqual([second.id]);
    const merge = { primary_post_id: primary.id, archiving_post_id: second.id, merge_comments: true };
    expect(await office.post(`${contacts}/merge`, merge)).toMatchObject({ ID: primary.id });
    expect(await office.get(second.path)).toMatchObject({ overall_status: { key: 'closed' } });
  });
}
