import { beforeAll, expect, test } from '@jest/globals';
import { bracketForms } from '../support/brackets.ts';
import { api, type Answer, type Api } from '../support/http.ts';
import { worldInCommon } from '../support/world.ts';

type Query = Readonly<Record<string, unknown>>;

const items = 'svc-posts/v2/items';
const set = (...values: unknown[]) => ({ values: values.map((value) => ({ value })) });

let mona: Api;

beforeAll(async () => {
  const world = await worldInCommon();
  mona = api(world, (await world.createUser({ role: 'multiplier' })).token);
  for (const json of [
    {
      name: 'Alpha Jones',
      a_text: 'Apple',
      a_number: 5,
      a_flag: true,
      an_option: 'one',
      some_options: set('one', 'two'),
      some_tags: set('red', 'blue'),
      a_date: '2020-06-15',
      a_channel: [{ value: '+49 30 123' }],
      some_places_meta: { values: [{ lng: 5, lat: 10 }] },
    },
    {
      name: 'Beta Jónes',
      a_text: 'apple pie',
      a_number: 5.5,
      an_option: 'two',
      some_options: set('two'),
      some_tags: set('Red'),
      a_date: '2020-06-16',
      some_places_meta: { values: [{ lng: 175, lat: 10 }] },
    },
    { name: 'Gamma', a_text: 'a.b*(c) ^d\nApple', a_number: 0, an_option: 'none', a_date: '1969-12-31' },
  ])
    expect(await mona.post(items, { json })).toMatchObject({ status: 200 });
});

let lastForm = 0;

/** The answers to a query as JSON and in bracket notation, whose forms (literal, encoded, indexed) alternate. */
function inBothForms<Body = Record<string, unknown>>(query: Query): Promise<Answer<Body>[]> {
  const forms = bracketForms(query);
  const text = forms[(lastForm += 1) % forms.length] ?? '';
  return Promise.all([
    mona.get<Body>(items, { query: text }),
    mona.post<Body>(`${items}/list`, { json: query }),
  ]);
}

const deep = (levels: number): unknown => (levels === 0 ? { a_text: ['pie'] } : [deep(levels - 1)]);
const west = { sw: { lat: 8, lng: 3 }, ne: { lat: 12, lng: 7 } };

// The results of queries are tested against a model (services/records/src/lists/list-query.model.sized.test.ts); here, that all forms arrive.
test.each<[asks: string, query: Query, shows: string]>([
  ['included and excluded words', { a_text: ['apple', '-pie'] }, 'AG'],
  ['a word with a null character', { a_text: ['-a\0pple'] }, 'ABG'],
  ['special characters of patterns', { a_text: ['.b*(c) ^'] }, 'G'],
  ['no operand', { a_channel: [] }, 'BG'],
  ['signs', { a_channel: ['+49'] }, 'A'],
  ['a boolean', { a_flag: [true] }, 'A'],
  ['a number', { a_number: 0 }, 'G'],
  ['a comparison', { a_number: { operator: '<', number: 5 } }, 'G'],
  ['a date range', { a_date: { start: '1969-12-31', end: '2020-06-15' } }, 'AG'],
  ['a text alone', { name: 'jones' }, 'AB'],
  ['many spaces', { name: [`${'a '.repeat(200)}z`] }, ''],
  ['a text in chosen fields', { text: 'tw', fields_to_search: ['an_option', 'some_options'] }, 'AB'],
  ['a text with a null character', { text: 'jones\0' }, ''],
  ['a text and a tree', { text: 'jones', fields: [{ an_option: ['one'], some_tags: ['none'] }] }, 'A'],
  ['a box', { map_bounds: west }, 'A'],
  ['a tree of one level', { fields: { an_option: ['one', 'two'], some_tags: ['Red'] } }, 'B'],
  [
    'groups of alternatives',
    { fields: [[{ an_option: ['one'] }, { an_option: ['two'] }], { a_number: 5 }] },
    'A',
  ],
  ['a filter beside groups', { fields: { 0: { an_option: ['one'], some_tags: ['Red'] }, a_number: 5 } }, 'A'],
  ['groups without fields', { 0: { an_option: ['one'], some_tags: ['Red'] }, a_number: 5 }, 'A'],
  ['groups beside a tree', { fields: [{ an_option: ['one'] }], 0: { an_option: ['two'] } }, 'A'],
  ['a tree instead of the filters beside it', { fields: [{ an_option: ['one'] }], a_text: ['pie'] }, 'A'],
  ['an empty tree instead of the filters beside it', { fields: [], a_text: ['pie'] }, 'ABG'],
  ['groups without filters', { fields: [[], { an_option: ['one'] }, [[]]] }, 'A'],
  ['eight levels', { fields: deep(7) }, 'B'],
  ['a descending order and a page', { sort: '-name', limit: 1, offset: 1 }, 'B'],
])('a list filtered by %s is the same for a query string and JSON', async (_asks, query, shows) => {
  const answers = await inBothForms<{ posts: { name: string }[] }>({ sort: 'name', ...query });
  const told = answers.map(({ status, body, text }) =>
    status === 200 ? body.posts.map(({ name }) => name[0]).join('') : text,
  );
  expect(told).toEqual([shows, shows]);
});

const noField = 'One or more fields do not exist';
const noTree = 'fields must be an array or an object of filters';
const noBox = 'map_bounds must be {ne: {lat, lng}, sw: {lat, lng}} in degrees';
const many = Array.from({ length: 101 }, () => ({ a_text: ['x'] }));
const corner = { lat: 1, lng: 1 };

// The filters that a type of field refuses are fixtures of that type (services/records/src/fields/conformance.test.ts).
test.each<[asks: string, query: Query, message: string, key?: string]>([
  ['a type that cannot be filtered', { a_link: ['x'] }, 'you can not filter link fields'],
  ['names by a condition', { name: { $gt: '' } }, 'name must be an array'],
  ['a field beside a tree', { fields: [{ a_text: ['x'] }], shoe_size: ['x'] }, noField, 'shoe_size'],
  ['a database operator in a tree', { fields: { $or: ['x'] } }, noField, '$or'],
  ['the key constructor', { constructor: ['x'] }, noField],
  ['a text beyond the maximum length', { text: 'x'.repeat(501) }, 'text may have at most 500 characters'],
  ['a text that is a list', { text: ['x'] }, 'text must be a string'],
  ['a text in no field', { text: 'x', fields_to_search: ['shoe_size'] }, noField, 'shoe_size'],
  [
    'a text in numbers',
    { text: 'x', fields_to_search: ['a_number'] },
    'you cannot search in number fields',
    'a_number',
  ],
  [
    'fields to search that are not a list',
    { text: 'x', fields_to_search: { a: 'name' } },
    'fields_to_search must be an array',
    'fields_to_search',
  ],
  ['a tree that is a text', { fields: 'x' }, noTree],
  ['nine levels', { fields: deep(8) }, 'fields may be at most 8 levels deep'],
  ['too many filters', { fields: many }, 'a list query may have at most 100 filters'],
  ['a box that is a number', { map_bounds: 5 }, noBox],
  ['a box without a corner', { map_bounds: { ne: corner } }, noBox],
  ['a box beyond the pole', { map_bounds: { ne: { lat: 91, lng: 1 }, sw: corner } }, noBox],
  [
    'a box with an infinite coordinate',
    { map_bounds: { ne: { lat: 1, lng: 'Infinity' }, sw: corner } },
    noBox,
  ],
])('a list query is refused for %s', async (_asks, query, message, key = Object.keys(query)[0]) => {
  const refusal = { code: 'fields_to_sql', message, data: { status: 400, key } };
  for (const { status, body } of await inBothForms(query))
    expect({ status, body }).toMatchObject({ status: 400, body: refusal });
});

test('a list query with the key __proto__ is refused without an effect', async () => {
  const raw = '{"fields":{"__proto__":["x"]}}';
  const posted = await mona.post(`${items}/list`, { raw, headers: { 'content-type': 'application/json' } });
  const sent = await mona.get(items, { query: 'fields[__proto__][]=x' });
  for (const { status, body } of [posted, sent])
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
});
