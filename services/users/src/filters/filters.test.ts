import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  maxCountedLists,
  recordsListFilters,
  systemActor,
  usersDeleteFilter,
  usersFilters,
  usersSaveFilter,
  type Actor,
  type ListFilter,
} from '@svc/contracts';
import { userActor } from '@svc/testing';
import { harnessOfSuite } from '../testing/users-harness.ts';

const siteLink: Actor = { ...systemActor('A site'), kind: 'site_link' };
const declared: ListFilter = {
  ID: 'all',
  tab: 'default',
  name: 'All',
  query: {},
  count: 7,
  visible: '1',
  type: 'default',
  labels: [],
};
const tabs = [{ key: 'custom', label: 'Custom Filters', order: 99 }];

const harness = harnessOfSuite(2);
/** Each test has users of its own. */
let mona: Actor;
let carl: Actor;
let nextUser = 100;
/** Who asked for counts since the test began. */
let counting: string[] = [];

beforeAll(async () => {
  await harness.harness.standIn(recordsListFilters, () => ({ tabs, filters: [declared] }));
  harness.countLists = ({ queries, only_check: onlyCheck }, actor) => {
    counting.push(actor.displayName);
    const lists = queries.map((query) => ({
      count: onlyCheck || 'slow' in query ? null : Object.keys(query).length,
      ...('hat' in query ? { problem: { message: 'One or more fields do not exist', key: 'hat' } } : {}),
    }));
    return { lists };
  };
});

beforeEach(() => {
  mona = userActor((nextUser += 1), 'Mona', []);
  carl = userActor((nextUser += 1), 'Carl', []);
  counting = [];
});

const save = (filter: unknown, { as = mona, postType = 'contacts', key = '' } = {}) =>
  harness.call(usersSaveFilter, { post_type: postType, filter }, as, key ? { idempotencyKey: key } : {});
const remove = (id: string | number, { as = mona, postType = 'contacts' } = {}) =>
  harness.call(usersDeleteFilter, { post_type: postType, id }, as);
type Page = { tabs: unknown; filters: ListFilter[] };
const page = async ({ as = mona, postType = 'contacts' } = {}) =>
  (await harness.call(usersFilters, { post_type: postType }, as)) as Page;
type Whose = Parameters<typeof page>[0];
const saved = async (whose?: Whose) => (await page(whose)).filters.filter(({ tab }) => tab === 'custom');
const names = async (whose?: Whose) => (await saved(whose)).map(({ name }) => name);

const filter = (ID: unknown, changes = {}) => ({ ID, name: `Filter ${String(ID)}`, query: {}, ...changes });

test('a saved filter is listed after the declared ones with its count', async () => {
  const sent = {
    ID: 1700000000.123,
    tab: 'mine',
    count: 1000,
    visible: '1',
    type: 'custom',
    name: ' Active men ',
    query: { fields: [{ overall_status: ['active'] }, { gender: ['male'] }], sort: 'name' },
    labels: [{ id: 'active', name: 'Active', field: 'overall_status' }],
  };
  expect(await save(sent)).toBe(true);
  expect(await page()).toEqual({
    tabs,
    filters: [
      declared,
      { ...sent, ID: '1700000000.123', tab: 'custom', name: 'Active men', count: 2, hidden: false },
    ],
  });
  expect(new Set(counting)).toEqual(new Set(['Mona']));
});

test('a filter without an ID gets one, and without labels its name as label', async () => {
  await save({ name: 'Mine', query: { sort: 'name' } });
  const [only] = await saved();
  expect(only?.ID).toMatch(/^[\w-]{36}$/);
  expect(only).toMatchObject({
    labels: [{ id: only?.ID, name: 'Mine' }],
    visible: '1',
    type: 'default',
    hidden: false,
  });
});

test('a filter that the client hides stays hidden, and its type is kept', async () => {
  await save(filter('a', { hidden: true, visible: '0', type: 'custom-filter' }));
  expect(await saved()).toMatchObject([{ hidden: true, visible: '0', type: 'custom-filter' }]);
});

test('a filter with the ID of a saved one replaces it', async () => {
  for (const ID of ['a', 'b', 'c']) await save(filter(ID));
  await save(filter('b', { name: 'Better' }));
  expect(await names()).toEqual(['Filter a', 'Better', 'Filter c']);
});

test('a filter with the ID of a declared one overrides it until it is deleted', async () => {
  await save(filter('all'));
  expect((await page()).filters.map(({ name }) => name)).toEqual(['Filter all']);
  await remove('all');
  expect((await page()).filters).toEqual([declared]);
});

test('a deleted filter is no longer listed and cannot be deleted again', async () => {
  for (const ID of [1, '2', 3.5]) await save(filter(ID));
  expect(await remove(' 3.5 ')).toBe(true);
  expect(await remove(1)).toBe(true);
  expect(await remove(1)).toBe(false);
  expect(await names()).toEqual(['Filter 2']);
});

test('each post type has filters of its own', async () => {
  await save(filter('a'));
  await save(filter('a', { name: 'Churches' }), { postType: 'groups' });
  expect(await remove('a', { postType: 'peoplegroups' })).toBe(false);
  expect([await names(), await names({ postType: 'groups' })]).toEqual([['Filter a'], ['Churches']]);
});

test('filters of other users cannot be read, changed or deleted', async () => {
  await save(filter('secret'));
  expect(await names({ as: carl })).toEqual([]);
  await save(filter('secret', { name: 'Taken' }), { as: carl });
  expect(await remove('secret', { as: carl })).toBe(true);
  for (const as of [carl, userActor(0, 'Nobody', [])])
    for (const postType of ['contacts', `../${mona.userId}/contacts`, `${mona.userId}/contacts`]) {
      expect(await remove('secret', { as, postType })).toBe(false);
      expect(await names({ as, postType })).toEqual([]);
    }
  const operator = { $gt: '' } as unknown as string;
  await expect(remove('secret', { as: carl, postType: operator })).rejects.toMatchObject({ status: 400 });
  await expect(remove(operator, { as: carl })).rejects.toMatchObject({ code: 'rest_invalid_param' });
  expect(await names()).toEqual(['Filter secret']);
});

test('a site link lists declared filters and cannot save any', async () => {
  expect((await page({ as: siteLink })).filters).toEqual([declared]);
  const refusal = { code: 'user_id', status: 400 };
  await expect(save(filter('a'), { as: siteLink })).rejects.toMatchObject(refusal);
  await expect(remove('a', { as: siteLink })).rejects.toMatchObject(refusal);
});

test('without a post type the list of filters is empty', async () => {
  for (const input of [{}, { post_type: '' }])
    expect(await harness.call(usersFilters, input, mona)).toEqual([]);
});

test.each([
  ['saving without a post type', () => harness.call(usersSaveFilter, { filter: filter('a') }, mona)],
  [
    'saving without a filter',
    () => harness.call(usersSaveFilter, { post_type: 'contacts', filter: undefined }, mona),
  ],
  ['deleting without a post type', () => harness.call(usersDeleteFilter, { id: 'a' }, mona)],
  ['deleting without an ID', () => harness.call(usersDeleteFilter, { post_type: 'contacts' }, mona)],
])('%s is refused', async (_what, request) => {
  const refusal = { code: 'missing_error', message: 'Missing filters', status: 400 };
  await expect(request()).rejects.toMatchObject(refusal);
});

test.each([
  ['a text', 'active', 'filter'],
  ['a list', [filter('a')], 'filter'],
  ['one without a name', { ID: 'a', query: {} }, 'filter.name'],
  ['one with an empty name', filter('a', { name: '  ' }), 'filter.name'],
  ['one with a long name', filter('a', { name: 'x'.repeat(201) }), 'filter.name'],
  ['one with a name of several lines', filter('a', { name: 'x\ny' }), 'filter.name'],
  ['one without a query', { ID: 'a', name: 'A' }, 'filter.query'],
  ['one with a text as query', filter('a', { query: 'status=active' }), 'filter.query'],
  ['one with an object as ID', filter({ $ne: '' }), 'filter.ID'],
  ['one with an empty ID', filter(''), 'filter.ID'],
  ['one with a long ID', filter('x'.repeat(101)), 'filter.ID'],
  ['one with invalid labels', filter('a', { labels: ['Active'] }), 'filter.labels.0'],
  ['a very large one', filter('a', { query: { name: 'x'.repeat(64 * 1024) } }), 'filter'],
])('%s is refused as a filter and not saved', async (_what, given, param) => {
  const params = { [param]: expect.stringMatching(/\w/) };
  await expect(save(given)).rejects.toMatchObject({ code: 'rest_invalid_param', data: { params } });
  expect(await saved()).toEqual([]);
});

test('a filter with an invalid query is refused with the wrong key', async () => {
  const refusal = { code: 'fields_to_sql', status: 400, message: 'One or more fields do not exist' };
  const hats = save(filter('a', { query: { hat: ['red'] } }));
  await expect(hats).rejects.toMatchObject({ ...refusal, data: { key: 'hat' } });
  expect(await saved()).toEqual([]);
});

test('a filter that cannot be counted is listed without a count', async () => {
  await save(filter('a', { query: { slow: ['yes'] } }));
  expect(await saved()).toEqual([expect.not.objectContaining({ count: expect.anything() })]);
});

test('keys with dots and dollar signs are returned unchanged', async () => {
  const query = { 'a.b': [1], $where: 'x', constructor: { z: '' } };
  await save(filter('odd', { query, 'x.$y': { $set: 1 } }));
  const [only] = await saved();
  expect(JSON.stringify(only?.query)).toBe(JSON.stringify(query));
  expect(only?.['x.$y']).toEqual({ $set: 1 });
});

test('simultaneous saves lose no filter and do not exceed the maximum', async () => {
  const all = Array.from({ length: maxCountedLists - 2 }, (_none, place) => `${place}`);
  await Promise.all(all.slice(0, 4).map((ID) => save(filter(ID))));
  for (const ID of all.slice(4)) await save(filter(ID));
  expect((await saved()).map(({ ID }) => ID).sort()).toEqual([...all].sort());
  const more = await Promise.allSettled(['w', 'x', 'y', 'z'].map((ID) => save(filter(ID))));
  const refusals = more.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refusals).toMatchObject(Array(2).fill({ code: 'rest_invalid_param', status: 400 }));
  expect(await saved()).toHaveLength(maxCountedLists);
  expect(await save(filter('0', { name: 'Changed' }))).toBe(true);
});

test('saving and deleting a filter publishes no events', async () => {
  await save(filter('a'));
  await remove('a');
  expect(await harness.events('>')).toEqual([]);
});
