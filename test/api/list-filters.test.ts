import { beforeAll, describe, expect, test } from '@jest/globals';
import { bracketForms } from '../support/brackets.ts';
import { api, type Answer, type Api } from '../support/http.ts';
import { worldInCommon } from '../support/world.ts';
import { refusedJsonRows, refusedRows, type RefusedRow } from './list-filters/refused-rows.ts';

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

// The results of queries are tested against a model (services/records/src/lists/list-query.model.test.ts); here, that all forms arrive.
test.each<[asks: string, query: Query, shows: string]>([
  ['words, some left out', { a_text: ['apple', '-pie'] }, 'AG'],
  ['words between which nothing ends', { a_text: ['-a\0pple'] }, 'ABG'],
  ['words that mean something to patterns', { a_text: ['.b*(c) ^'] }, 'G'],
  ['no operand', { a_channel: [] }, 'BG'],
  ['signs', { a_channel: ['+49'] }, 'A'],
  ['yes', { a_flag: [true] }, 'A'],
  ['a number', { a_number: 0 }, 'G'],
  ['a comparison', { a_number: { operator: '<', number: 5 } }, 'G'],
  ['a span', { a_date: { start: '1969-12-31', end: '2020-06-15' } }, 'AG'],
  ['a text alone', { name: 'jones' }, 'AB'],
  ['many blanks', { name: [`${'a '.repeat(200)}z`] }, ''],
  ['a text, and places to look in', { text: 'tw', fields_to_search: ['an_option', 'some_options'] }, 'AB'],
  ['a text of nothing that the database could take for its end', { text: 'jones\0' }, ''],
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
  ['the last first, and a part', { sort: '-name', limit: 1, offset: 1 }, 'B'],
])('a list filtered by %s is the same in brackets as in JSON', async (_asks, query, shows) => {
  const answers = await inBothForms<{ posts: { name: string }[] }>({ sort: 'name', ...query });
  const told = answers.map(({ status, body, text }) =>
    status === 200 ? body.posts.map(({ name }) => name[0]).join('') : text,
  );
  expect(told).toEqual([shows, shows]);
});

describe('a list is refused', () => {
  const expectRefused = ({ status, body }: Answer, { message, key }: RefusedRow) =>
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        code: 'fields_to_sql',
        message: typeof message === 'string' ? message : expect.stringMatching(message),
        data: { status: 400, key },
      },
    });

  test.each(refusedRows)('by $asks', async (row) => {
    for (const answer of await inBothForms(row.query)) expectRefused(answer, row);
  });

  test.each(refusedJsonRows)('by $asks', async (row) => {
    expectRefused(await mona.post(`${items}/list`, { json: row.query }), row);
  });

  test('by a key that would reach a prototype, and nothing is reached', async () => {
    const raw = '{"fields":{"__proto__":["x"]}}';
    const posted = await mona.post(`${items}/list`, { raw, headers: { 'content-type': 'application/json' } });
    const sent = await mona.get(items, { query: 'fields[__proto__][]=x' });
    for (const { status, body } of [posted, sent])
      expect({ status, body }).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
  });
});
