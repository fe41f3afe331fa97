import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { api, type Api, type Values } from '../support/http.ts';
import { openWorld, type TestUser, type World } from '../support/world.ts';

const extension = join(import.meta.dirname, '../support/extra-fields.ts');
const contacts = 'svc-posts/v2/contacts';
const groups = 'svc-posts/v2/groups';

interface Page {
  posts: { ID: number; name: string; [field: string]: unknown }[];
  total: number;
}

let world: World;
let mona: TestUser;
let zora: TestUser;
let http: Api;

/** More than a page has when nobody says how many. */
const groupCount = 105;

beforeAll(async () => {
  world = await openWorld({ env: { EXTENSIONS: extension } });
  mona = await world.createUser({ role: 'multiplier', displayName: 'Mona' });
  zora = await world.createUser({ role: 'multiplier', displayName: 'Zora' });
  http = api(world, mona.token);
  for (const fields of people(zora.id)) {
    const { status, text } = await http.post(contacts, { json: fields });
    if (status !== 200) throw new Error(text);
  }
  await Promise.all(
    Array.from({ length: groupCount }, (_, at) =>
      http.post(groups, { json: { name: `Group ${at}`, group_type: at % 2 === 0 ? 'church' : 'group' } }),
    ),
  );
});

afterAll(() => world?.close());

/** In the order in which they are made. Of every field somebody has nothing. */
const people = (someoneElse: number) => [
  {
    name: 'Zoë',
    nickname: 'delta',
    x_story: 'Much later',
    x_rating: 3,
    gender: 'male',
    overall_status: 'closed',
    requires_update: true,
    baptism_date: '2024-03-01',
    x_appointment: '2024-01-01 12:00',
    contact_phone: [{ value: '20' }],
    tags: { values: [{ value: 'green' }] },
    milestones: { values: [{ value: 'milestone_has_bible' }] },
  },
  {
    name: 'adam',
    nickname: 'Alpha',
    x_story: 'Once',
    x_rating: 1,
    gender: 'female',
    overall_status: 'new',
    baptism_date: '2023-12-31',
    x_appointment: '2023-01-01 12:00',
    contact_phone: [{ value: '3' }],
    tags: { values: [{ value: 'Blue' }] },
    milestones: { values: [{ value: 'milestone_has_bible' }, { value: 'milestone_planting' }] },
    assigned_to: someoneElse,
  },
  {
    name: 'Émile',
    nickname: 'Çelik',
    x_story: 'Later',
    x_rating: 2,
    baptism_date: '2024-01-15',
    x_appointment: '2025-01-01 12:00',
    contact_phone: [{ value: 'none' }],
    tags: { values: [{ value: 'Änne' }] },
    milestones: { values: [{ value: 'milestone_belief' }] },
  },
  { name: 'Bob', type: 'personal' },
];

async function listed(query: Values | string, path = contacts): Promise<Page> {
  const { status, body, text } = await http.get<Page>(path, { query });
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
}

const namesOf = ({ posts }: Page): string[] => posts.map(({ name }) => name);

test.each([
  ['name', 'name', ['adam', 'Bob', 'Émile', 'Zoë']],
  ['name, descending', '-name', ['Zoë', 'Émile', 'Bob', 'adam']],
  ['when it was made', 'post_date', ['Zoë', 'adam', 'Émile', 'Bob']],
  ['when it was made, newest first', '-post_date', ['Bob', 'Émile', 'adam', 'Zoë']],
  ['when it was last changed', '-last_modified', ['Bob', 'Émile', 'adam', 'Zoë']],
  ['a text, unset last', 'nickname', ['adam', 'Émile', 'Zoë', 'Bob']],
  ['a text, descending, unset last', '-nickname', ['Zoë', 'Émile', 'adam', 'Bob']],
  ['a long text', 'x_story', ['Émile', 'Zoë', 'adam', 'Bob']],
  ['a number', 'x_rating', ['adam', 'Émile', 'Zoë', 'Bob']],
  ['a number, descending, unset last', '-x_rating', ['Zoë', 'Émile', 'adam', 'Bob']],
  ['a boolean, unset as its default', '-requires_update', ['Zoë', 'Bob', 'Émile', 'adam']],
  ['an option, in the order of the options', 'overall_status', ['adam', 'Émile', 'Bob', 'Zoë']],
  ['an option, descending', '-overall_status', ['Zoë', 'Bob', 'Émile', 'adam']],
  ['an option, unset after all options', 'gender', ['Zoë', 'adam', 'Émile', 'Bob']],
  ['an option, descending, unset first', '-gender', ['Bob', 'Émile', 'adam', 'Zoë']],
  ['several options, the latest first, unset last', 'milestones', ['adam', 'Émile', 'Zoë', 'Bob']],
  ['several options, descending', '-milestones', ['Bob', 'Zoë', 'Émile', 'adam']],
  ['tags', 'tags', ['Émile', 'adam', 'Zoë', 'Bob']],
  ['tags, descending, unset last', '-tags', ['Zoë', 'adam', 'Émile', 'Bob']],
  ['a date', 'baptism_date', ['adam', 'Émile', 'Zoë', 'Bob']],
  ['a date, descending, unset last', '-baptism_date', ['Zoë', 'Émile', 'adam', 'Bob']],
  ['a moment', 'x_appointment', ['adam', 'Zoë', 'Émile', 'Bob']],
  ['a channel, numbers before words, unset last', 'contact_phone', ['adam', 'Zoë', 'Émile', 'Bob']],
  ['a user', 'assigned_to', ['Zoë', 'Émile', 'adam', 'Bob']],
  ['a user, descending, unset last', '-assigned_to', ['adam', 'Émile', 'Zoë', 'Bob']],
  ['an unknown field, as without', 'shoe_size', ['Bob', 'Émile', 'adam', 'Zoë']],
  ['nothing', '', ['Bob', 'Émile', 'adam', 'Zoë']],
])('sorts by %s', async (_what, sort, names) => {
  const page = await listed({ sort });
  expect({ sort, names: namesOf(page), total: page.total }).toEqual({ sort, names, total: 4 });
});

test.each([
  ['one option', ['male'], ['Zoë']],
  ['one option or another', ['male', 'female'], ['adam', 'Zoë']],
  ['all but one option, unset included', ['-male'], ['adam', 'Bob', 'Émile']],
  ['all but two options, unset included', ['-male', '-female'], ['Bob', 'Émile']],
  ['an option that is excluded as well', ['male', '-male'], []],
  ['none, which is also unset', ['none'], ['Bob', 'Émile']],
  ['one option or none', ['male', 'none'], ['Bob', 'Émile', 'Zoë']],
  ['an option that nobody has', ['robot'], []],
])('filters by %s', async (_what, gender, names) => {
  const page = await listed({ gender, sort: 'name' });
  expect(namesOf(page)).toEqual(names);
  expect(page.total).toBe(names.length);
  const posted = await http.post<Page>(`${contacts}/list`, { json: { gender, sort: 'name' } });
  expect(posted.body).toEqual(page);
});

test('an empty list of options is unset', async () => {
  const { body } = await http.post<Page>(`${contacts}/list`, { json: { gender: [], sort: 'name' } });
  expect(namesOf(body)).toEqual(['Bob', 'Émile']);
});

test('filters of several fields are all to be met', async () => {
  const query = { gender: ['male', 'female'], overall_status: ['-closed'] };
  expect(namesOf(await listed(query))).toEqual(['adam']);
});

test.each([
  'gender[]=male&gender[]=female&sort=name',
  'gender%5B%5D=male&gender%5B%5D=female&sort=name',
  'gender[0]=male&gender[1]=female&sort=name',
  'sort=name&gender%5B1%5D=female&gender%5B0%5D=male',
])('reads brackets however they are written: %s', async (query) => {
  expect(namesOf(await listed(query))).toEqual(['adam', 'Zoë']);
});

test.each([
  ['0', 0],
  ['-1', 0],
  ['1', 1],
  ['7', 7],
  ['104.9', 104],
  ['1000', groupCount],
  ['5000', groupCount],
  ['many', 100],
  ['', 100],
])('a limit of "%s" shows %i of 105', async (limit, shown) => {
  const page = await listed({ limit }, groups);
  expect([page.posts.length, page.total]).toEqual([shown, groupCount]);
});

test.each([
  ['0', 105],
  ['100', 5],
  ['105', 0],
  ['5000', 0],
  ['-5', 105],
  ['some', 105],
])('an offset of "%s" leaves %i of 105', async (offset, left) => {
  const page = await listed({ offset, limit: 1000 }, groups);
  expect([page.posts.length, page.total]).toEqual([left, groupCount]);
});

test.each(['group_type', '-group_type', 'assigned_to', 'member_count', '-requires_update', 'last_modified'])(
  'pages by %s never overlap and leave nothing out, however many are equal',
  async (sort) => {
    const seen: number[] = [];
    for (let offset = 0; offset < groupCount; offset += 20) {
      const { posts } = await listed({ sort, offset, limit: 20 }, groups);
      seen.push(...posts.map(({ ID }) => ID));
    }
    expect(seen).toHaveLength(groupCount);
    expect(new Set(seen).size).toBe(groupCount);
    const whole = await listed({ sort, limit: 1000 }, groups);
    expect(whole.posts.map(({ ID }) => ID)).toEqual(seen);
  },
);

const always = ['ID', 'name', 'permalink', 'post_date', 'post_title', 'post_type'];

test('only the fields that are asked for are returned, and what is always there', async () => {
  const { posts } = await listed({ fields_to_return: ['nickname', 'gender'], sort: 'name', limit: 1 });
  const booleans = ['accepted', 'favorite', 'requires_update', 'update_required'];
  expect(Object.keys(posts[0] ?? {}).sort()).toEqual([...always, ...booleans, 'gender', 'nickname'].sort());
});

test('an item shows what the record shows, but for its title', async () => {
  const { posts } = await listed({ sort: 'name' });
  for (const item of posts) {
    const { body } = await http.get(`${contacts}/${item.ID}`);
    for (const [field, value] of Object.entries(item)) {
      if (!always.includes(field)) expect({ field, value }).toEqual({ field, value: body[field] });
    }
    expect(item).toMatchObject({ ID: body['ID'], name: body['name'], post_title: body['title'] });
    expect(item).not.toHaveProperty('title');
  }
});

test('the other path of a list shows the same', async () => {
  const query = { sort: '-name', overall_status: ['new', 'active'], limit: 2 };
  expect(await listed(query, `${contacts}/list`)).toEqual(await listed(query));
});

test('a list shows the records that its reader may see, and counts no others', async () => {
  const readers = await Promise.all([
    world.createUser({ role: 'multiplier' }),
    world.createUser({ role: 'dispatcher' }),
    world.createUser({ role: 'administrator' }),
  ]);
  const seenBy = async (user: TestUser) => {
    const { body } = await api(world, user.token).get<Page>(contacts, { query: { sort: 'name' } });
    expect(body.total).toBe(body.posts.length);
    return namesOf(body).filter((name) => ['adam', 'Bob', 'Émile', 'Zoë'].includes(name));
  };
  expect(await seenBy(mona)).toEqual(['adam', 'Bob', 'Émile', 'Zoë']);
  expect(await seenBy(zora)).toEqual(['adam']);
  const seen = await Promise.all(readers.map(seenBy));
  expect(seen).toEqual([[], ['adam', 'Émile', 'Zoë'], ['adam', 'Émile', 'Zoë']]);
});

test('a list looks for a text in comments when it is asked to', async () => {
  const { body: made } = await http.post<{ ID: number }>(groups, { json: { name: 'Commented' } });
  await http.post(`${groups}/${made.ID}/comments`, {
    json: { comment: 'They <em>met</em> in the vineyard' },
  });
  const inComments = { text: 'MET IN', fields_to_search: ['comment'] };
  expect(namesOf(await listed(inComments, groups))).toEqual(['Commented']);
  expect(namesOf(await listed({ ...inComments, fields_to_search: ['all'] }, groups))).toEqual(['Commented']);
  expect(namesOf(await listed({ text: 'met in' }, groups))).toEqual([]);
  expect(namesOf(await listed(inComments, contacts))).toEqual([]);
  await http.delete(`${groups}/${made.ID}`);
});
