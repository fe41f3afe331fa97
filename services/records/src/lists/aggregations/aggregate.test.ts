import { beforeAll, describe, expect, test } from '@jest/globals';
import { recordsAggregate, recordsList, type Actor, type Fields, type InputOf } from '@svc/contracts';
import { userActor } from '@svc/testing';
import { recordClient, values } from '../../testing/record-client.ts';
import { dispatcher, harnessOfSuite, multiplier, withExtensions } from '../../testing/records-harness.ts';
import { seedGrid } from '../../testing/seed-grid.ts';

const capabilities = ['access_samples', 'create_samples'];
const ann: Actor = userActor(3, 'Ann', capabilities);
const ben: Actor = userActor(4, 'Ben', capabilities);
const overseer: Actor = userActor(5, 'Overseer', [...capabilities, 'view_any_samples']);

const timezone = 'America/New_York';
const harness = harnessOfSuite({
  before: seedGrid,
  settings: { ...withExtensions('sample'), SITE_TIMEZONE: timezone },
});
const { create } = recordClient(harness);

type Question = Omit<InputOf<typeof recordsAggregate>, 'post_type'>;

const ask = (question: Question, caller: Actor = ann) =>
  harness.ask(recordsAggregate, { post_type: 'samples', ...question }, caller);

const records: readonly Fields[] = [
  { an_option: 'one', a_number: 2, a_datetime: '2024-01-01 03:00', some_places: values(101) },
  { an_option: 'one', a_number: 4, a_datetime: '2024-01-31 12:00', some_places: values(101, 102) },
  { an_option: 'two', a_number: -1.5, a_datetime: '2024-04-01 02:00', some_places: values(200), a_user: 6 },
  {
    an_option: 'two',
    a_flag: true,
    a_datetime: '2024-12-31 12:00',
    some_options: values('one', 'two'),
    a_user: 6,
  },
  { some_options: values('two'), some_tags: values('a', 'b'), some_places: values(100), a_number: 7 },
];

beforeAll(async () => {
  for (const fields of records) await create({ name: 'Sample', ...fields }, ann, 'samples');
  await create({ name: 'Hidden', an_option: 'three', a_number: 1_000, my_a_number: 5 }, ben, 'samples');
});

/** Each group as `key label count`. */
const shortOf = ({ groups }: Awaited<ReturnType<typeof ask>>, field: string) =>
  groups.map(({ keys, labels, count }) => `${keys[field]}|${labels[field]}|${count}`);

describe('groups', () => {
  test.each<[what: string, group: NonNullable<Question['group_by']>[number], ...expected: string[]]>([
    ['an option', 'an_option', 'one|One|2', 'two|Two|2', 'null|None Set|1'],
    ['options', 'some_options', 'null|None Set|3', 'two|2|2', 'one|1|1'],
    ['tags', 'some_tags', 'null|None Set|4', 'a|a|1', 'b|b|1'],
    ['a boolean, which counts as its default if it is unset', 'a_flag', 'false|No|4', 'true|Yes|1'],
    ['a user', 'a_user', 'null|None Set|3', '6|User 6|2'],
    [
      'places',
      'some_places',
      '101|Part 101|2',
      '100|Land 100|1',
      '102|Part 102|1',
      '200|Land 200|1',
      'null|None Set|1',
    ],
    [
      'countries, each once for a record',
      { field: 'some_places', level: 'admin0' },
      '100|Land 100|3',
      'null|None Set|1',
      '200|Land 200|1',
    ],
    [
      'parts of countries',
      { field: 'some_places', level: 'admin1' },
      'null|None Set|3',
      '101|Part 101|2',
      '102|Part 102|1',
    ],
    [
      'days of the installation',
      'a_datetime',
      ...['2023-12-31', '2024-01-31', '2024-03-31', '2024-12-31'].map((day) => `${day}|${day}|1`),
      'null|None Set|1',
    ],
    [
      'weeks',
      { field: 'a_datetime', by: 'week' },
      ...['2023-W52', '2024-W05', '2024-W13', '2025-W01'].map((week) => `${week}|${week}|1`),
      'null|None Set|1',
    ],
    [
      'months',
      { field: 'a_datetime', by: 'month' },
      ...['2023-12', '2024-01', '2024-03', '2024-12'].map((month) => `${month}|${month}|1`),
      'null|None Set|1',
    ],
    [
      'quarters',
      { field: 'a_datetime', by: 'quarter' },
      '2023-Q4|2023-Q4|1',
      '2024-Q1|2024-Q1|2',
      '2024-Q4|2024-Q4|1',
      'null|None Set|1',
    ],
    ['years', { field: 'a_datetime', by: 'year' }, '2023|2023|1', '2024|2024|3', 'null|None Set|1'],
  ])('by %s count the records with each', async (_what, group, ...expected) => {
    const answer = await ask({ group_by: [group] });
    const field = typeof group === 'string' ? group : group.field;
    const isDate = field === 'a_datetime';
    const short = shortOf(answer, field);
    expect(isDate ? short : short.toSorted()).toEqual(isDate ? expected : expected.toSorted());
    expect(answer).toMatchObject({ total: 5, has_more: false });
  });

  test('by two fields have a key and a label of each', async () => {
    const { groups } = await ask({ group_by: ['an_option', { field: 'some_places', level: 'admin0' }] });
    const short = groups.map(({ keys, count }) => [keys['an_option'], keys['some_places'], count]);
    expect(new Set(short.map(String))).toEqual(new Set(['one,100,2', 'two,200,1', 'two,,1', ',100,1']));
    expect(groups[0]?.labels).toEqual({ an_option: 'One', some_places: 'Land 100' });
  });

  test('by top-level dates use the time of the installation', async () => {
    const year = new Intl.DateTimeFormat('en', { timeZone: timezone, year: 'numeric' }).format(new Date());
    const answer = await ask({ group_by: [{ field: 'post_date', by: 'year' }] });
    expect(shortOf(answer, 'post_date')).toEqual([`${year}|${year}|5`]);
  });

  test('by nothing are one, of all records', async () => {
    expect(await ask({})).toEqual({
      groups: [{ keys: {}, labels: {}, count: 5 }],
      total: 5,
      has_more: false,
    });
    const none = await ask({ filters: { name: ['^Nobody'] } });
    expect(none).toEqual({ groups: [], total: 0, has_more: false });
  });
});

test('measures are sum, average, minimum and maximum of the numbers of a group', async () => {
  const measures = [
    { count: true as const },
    { sum: 'a_number', average: 'a_number' },
    { min: 'a_number' },
    { max: 'a_number' },
  ];
  const { groups } = await ask({ group_by: ['an_option'], measures });
  const byOption = Object.fromEntries(
    groups.map(({ keys, labels: _labels, ...rest }) => [keys['an_option'], rest]),
  );
  const numbers = (sum: number, average: number | null, min: number | null, max: number | null) => ({
    sum: { a_number: sum },
    average: { a_number: average },
    min: { a_number: min },
    max: { a_number: max },
  });
  expect(byOption).toEqual({
    one: { count: 2, ...numbers(6, 3, 2, 4) },
    two: { count: 2, ...numbers(-1.5, -1.5, -1.5, -1.5) },
    null: { count: 1, ...numbers(7, 7, 7, 7) },
  });
  const { groups: places } = await ask({
    group_by: [{ field: 'some_places', level: 'admin0' }],
    measures: [{ sum: 'a_number', max: 'a_number', average: 'a_number' }],
  });
  expect(places.find(({ keys }) => keys['some_places'] === 100)).toMatchObject({
    sum: { a_number: 13 },
    max: { a_number: 7 },
    average: { a_number: 13 / 3 },
  });
  const nobody = await ask({
    filters: { a_user: [6], a_flag: [true] },
    measures: [{ average: 'a_number', sum: 'a_number' }],
  });
  expect(nobody.groups).toEqual([
    { keys: {}, labels: {}, count: 1, average: { a_number: null }, sum: { a_number: 0 } },
  ]);
});

test.each<[string, Actor]>([
  ['records that are shared with them', ann],
  ['other records', ben],
  ['all records', overseer],
])('a caller who sees %s gets the numbers of their list', async (_what, caller) => {
  for (const filters of [{}, { an_option: ['-two'] }, { some_places: [100] }, { a_flag: [false] }]) {
    const query = { ...filters, limit: 1_000 };
    const { posts, total } = await harness.ask(recordsList, { post_type: 'samples', query }, caller);
    const answer = await ask({ filters, group_by: ['an_option'], measures: [{ sum: 'a_number' }] }, caller);
    const counted = Map.groupBy(
      posts,
      ({ an_option: option }) => (option as { key: string } | undefined)?.key ?? null,
    );
    const sumOf = (items: readonly Fields[]) =>
      items.reduce((sum, { a_number: number }) => sum + Number(number ?? 0), 0);
    const expected = [...counted].map(([key, items]) => ({ key, count: items.length, sum: sumOf(items) }));
    const got = answer.groups.map(({ keys, count, sum }) => ({
      key: keys['an_option'],
      count,
      sum: sum?.['a_number'],
    }));
    expect(new Set(got.map((each) => JSON.stringify(each)))).toEqual(
      new Set(expected.map((each) => JSON.stringify(each))),
    );
    expect(answer.total).toBe(total);
  }
});

test('personal contacts of other users do not count for a dispatcher', async () => {
  await create({ name: 'P', type: 'personal' }, multiplier(76));
  await create({ name: 'A', type: 'access' }, multiplier(76));
  const input = { post_type: 'contacts', group_by: ['type'] };
  const { groups } = await harness.ask(recordsAggregate, input, dispatcher(77));
  expect(groups.map(({ keys }) => keys['type'])).toEqual(['access']);
});

test.each<[what: string, question: object, problem: object]>([
  [
    'an unknown field',
    { group_by: ['shoe_size'] },
    { 'group_by.0': expect.stringMatching(/must be one of .*an_option/) },
  ],
  [
    'a private field',
    { group_by: ['an_option', 'my_an_option'] },
    { 'group_by.1': expect.not.stringContaining('my_') },
  ],
  ['a field that has no groups', { group_by: ['a_text'] }, { 'group_by.0': expect.any(String) }],
  [
    'a period of an option',
    { group_by: [{ field: 'an_option', by: 'month' }] },
    { 'group_by.0.field': expect.stringMatching(/must be one of .*a_date, a_datetime/) },
  ],
  [
    'a level of a date',
    { group_by: [{ field: 'a_date', level: 'admin1' }] },
    { 'group_by.0.field': 'group_by.0.field must be one of location_grid, some_places' },
  ],
  [
    'an unknown period',
    { group_by: [{ field: 'a_date', by: 'hour' }] },
    { 'group_by.0.by': 'group_by.0.by must be one of day, week, month, quarter, year' },
  ],
  [
    'the same field twice',
    { group_by: ['a_flag', 'a_flag'] },
    { group_by: 'group_by must name different fields' },
  ],
  [
    'three fields',
    { group_by: ['a_flag', 'a_user', 'a_date'] },
    { group_by: 'group_by must have at most 2 entries' },
  ],
  [
    'a measure of a private number',
    { measures: [{ count: true }, { sum: 'my_a_number' }] },
    { 'measures.1.sum': 'measures.1.sum must be one of a_number' },
  ],
  [
    'an unknown measure',
    { measures: [{ median: 'a_number' }] },
    { 'measures.0.median': 'measures.0.median must be one of count, sum, average, min, max' },
  ],
])('%s is refused with the right values', async (_what, question, params) => {
  await expect(ask(question as Question)).rejects.toMatchObject({
    code: 'rest_invalid_param',
    data: { params },
  });
});

test('an unknown filter is refused like in a list', async () => {
  await expect(ask({ filters: { shoe_size: ['44'] } })).rejects.toMatchObject({
    code: 'fields_to_sql',
    data: { key: 'shoe_size' },
  });
});

test('groups are at most 1,000, the fullest ones', async () => {
  const ids = await harness.seed('samples', 1_001, { sharedWith: [7] });
  await Promise.all(
    ids.map((_id, index) =>
      harness.documents.updateOne({ _id }, { $set: { 'fields.some_tags': [`t${Math.max(1, index)}`] } }),
    ),
  );
  const more = await ask({ group_by: ['some_tags'] }, userActor(7, 'Tag', capabilities));
  expect(more).toMatchObject({ total: 1_001, has_more: false });
  expect(more.groups[0]).toMatchObject({ keys: { some_tags: 't1' }, count: 2 });
  await harness.documents.updateOne({ _id: ids[0] as number }, { $set: { 'fields.some_tags': ['t0'] } });
  const most = await ask({ group_by: ['some_tags'] }, userActor(7, 'Tag', capabilities));
  expect([most.groups.length, most.has_more]).toEqual([1_000, true]);
});
