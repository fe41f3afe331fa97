import { beforeAll, expect, test } from '@jest/globals';
import {
  maxCountedLists,
  recordsCountLists,
  recordsListFilters,
  recordsSetModule,
  systemActor,
  type Actor,
  type Fields,
  type Operation,
} from '@svc/contracts';
import { userActor } from '@svc/testing';
import { mona, recordClient } from '../testing/record-client.ts';
import { dispatcher, harnessOfSuite, multiplier } from '../testing/records-harness.ts';

const carl = multiplier(4);
const dora = dispatcher(5);
const harness = harnessOfSuite();
const { create, list } = recordClient(harness);

const contacts: readonly (readonly [Actor, Fields])[] = [
  [mona, { name: 'Met', overall_status: 'active', seeker_path: 'met' }],
  [mona, { name: 'Late', overall_status: 'active', seeker_path: 'none', requires_update: true }],
  [mona, { name: 'Paused', overall_status: 'paused' }],
  [mona, { name: 'Gone', overall_status: 'closed' }],
  [mona, { name: 'Mother', type: 'personal' }],
  [carl, { name: 'For Mona', overall_status: 'new', assigned_to: 3 }],
  [carl, { name: 'Of Carl', overall_status: 'active', seeker_path: 'met' }],
];

beforeAll(async () => {
  for (const [caller, fields] of contacts) await create(fields, caller);
  await create({ name: 'Church', group_type: 'church', group_status: 'active' }, mona, 'groups');
  await create({ name: 'Old', group_status: 'inactive' }, carl, 'groups');
});

/** What is not counted in time has no count. */
const withTimeout = <Input, Output>(operation: Operation<Input, Output>, input: Input, caller: Actor) =>
  harness.harness.call(operation, input, caller, { milliseconds: 60_000 });
const count = async (queries: Fields[], caller = mona, more: { only_check?: boolean } = {}) =>
  (await withTimeout(recordsCountLists, { post_type: 'contacts', queries, ...more }, caller)).lists;
const offered = (caller: Actor, postType = 'contacts') =>
  withTimeout(recordsListFilters, { post_type: postType }, caller);
/** The filters of a tab in their order, each with its count. */
const countsOf = async (caller: Actor, tab: string, postType?: string) => {
  const filters = (await offered(caller, postType)).filters.filter((filter) => filter.tab === tab);
  return filters.map(({ ID, count: total = 'uncounted' }) => `${ID} ${total}`).join(', ');
};
const custom = { key: 'custom', label: 'Custom Filters', order: 99 };
const totalOf = async (query: Fields, caller: Actor, postType: string) =>
  (await list({ ...query, limit: 0 }, caller, postType)).total;

test('counts come in the order of the queries, and ignore limit, offset and sort', async () => {
  const active = { overall_status: ['active'] };
  expect(
    await count([{}, active, { ...active, limit: 1, offset: 1, sort: 'name' }, { name: 'no one' }]),
  ).toEqual([{ count: 6 }, { count: 3 }, { count: 3 }, { count: 0 }]);
});

test('an invalid query is answered with its problem, and the valid queries are counted', async () => {
  expect(await count([{ hat: ['red'] }, { overall_status: ['paused'] }, { gender: 'male' }])).toEqual([
    { count: null, problem: { message: 'One or more fields do not exist', key: 'hat' } },
    { count: 1 },
    { count: null, problem: { message: 'gender must be an array', key: 'gender' } },
  ]);
});

test('only_check validates queries without counting them', async () => {
  const lists = await count([{}, { hat: ['red'] }], mona, { only_check: true });
  expect(lists).toEqual([{ count: null }, { count: null, problem: expect.objectContaining({ key: 'hat' }) }]);
});

test('a request with more queries than the maximum is refused', async () => {
  const queries = Array.from({ length: maxCountedLists }, (_none, place) => ({ name: `x${place}` }));
  expect(await count(queries)).toEqual(queries.map(() => ({ count: 0 })));
  await expect(count([...queries, {}])).rejects.toMatchObject({ code: 'rest_invalid_param' });
});

test('counts and filters are refused to users who cannot list the type', async () => {
  const stranger = { ...mona, capabilities: ['access_groups'] };
  const refusal = { code: 'search_viewable_post', status: 403 };
  await expect(count([{}], stranger)).rejects.toMatchObject(refusal);
  await expect(offered(stranger)).rejects.toMatchObject(refusal);
  await expect(offered(mona, 'visits')).rejects.toMatchObject({ code: 'rest_invalid_param' });
});

test('a user has filters for their access contacts, and only for statuses that have contacts', async () => {
  expect(await countsOf(mona, 'default')).toBe(
    'all_my_contacts 6, favorite 0, recent uncounted, personal 1, placeholder 0, my_all 4, my_new 1, ' +
      'my_active 2, my_update_needed 1, my_none 1, my_met 1, my_paused 1, my_closed 1, my_coached 0',
  );
});

test('only dispatchers have the tab of all follow-up contacts', async () => {
  const usual = { key: 'default', label: 'Default Filters', order: 7 };
  expect((await offered(mona)).tabs).toEqual([usual, custom]);
  const dispatching = { key: 'all_dispatch', label: 'Follow-Up Contacts', order: 10, count: 5 };
  expect((await offered(dora)).tabs).toEqual([usual, dispatching, custom]);
  expect(await countsOf(dora, 'all_dispatch')).toBe(
    'all_dispatch 5, all_new 1, all_active 3, all_update_needed 1, all_none 1, all_met 2, all_paused 1, all_closed 1',
  );
});

test('contacts of users and coached contacts have filters of their own', async () => {
  const users = await harness.seed('contacts', 1, { name: 'Uma', fields: { type: 'user' } });
  const { filters } = await offered(dora);
  const byId = new Map(filters.map((filter) => [filter.ID, filter]));
  const all = await totalOf({}, dora, 'contacts');
  expect(byId.get('all_my_contacts')).toMatchObject({ query: { type: ['-user'] }, count: all - 1 });
  expect(byId.get('users')).toMatchObject({
    name: 'Users',
    query: { type: ['user'], sort: 'name' },
    count: 1,
  });
  expect(byId.get('my_coached')).toMatchObject({
    name: 'Coached by me',
    query: { coached_by: ['me'], overall_status: ['-closed'], sort: 'seeker_path' },
    labels: [{ id: 'me', name: 'Coached by me', field: 'coached_by' }],
  });
  for (const { visible, type } of filters)
    expect({ visible, type }).toEqual({ visible: '1', type: 'default' });
  await harness.documents.deleteMany({ _id: { $in: users } });
});

test('a filter has labels for its conditions, and its level of indentation', async () => {
  const { filters } = await offered(mona);
  const mine = [{ assigned_to: ['me'], subassigned: ['me'] }, { type: ['access'] }];
  const met = [...mine, { overall_status: ['active'] }, { seeker_path: ['met'] }];
  expect(filters.find(({ ID }) => ID === 'my_met')).toMatchObject({
    name: 'First Meeting Complete',
    query: { fields: met, sort: 'name' },
    subfilter: 2,
    labels: [
      { id: 'met', name: 'First Meeting Complete', field: 'seeker_path' },
      { id: 'me', name: 'Assigned to me', field: 'assigned_to' },
      { id: 'me', name: 'Sub-assigned to me', field: 'subassigned' },
    ],
  });
});

test('groups have filters by status and type', async () => {
  expect((await offered(mona, 'groups')).tabs).toEqual([
    { key: 'all', label: 'All', order: 10, count: 1 },
    { key: 'assigned_to_me', label: 'Assigned to me', order: 20, count: 1 },
    custom,
  ]);
  expect(await countsOf(dora, 'all', 'groups')).toBe(
    'all 2, favorite 0, recent uncounted, all_active 1, all_church 1, all_inactive 1',
  );
});

test('a type without declared tabs has the default tabs', async () => {
  const collector = userActor(3, 'Mona', ['access_peoplegroups']);
  expect(await countsOf(collector, 'all', 'peoplegroups')).toBe('all 0, favorite 0, recent uncounted');
});

test('every count equals the total of its list, for each caller', async () => {
  for (const caller of [mona, carl, dora])
    for (const postType of ['contacts', 'groups']) {
      const { filters } = await offered(caller, postType);
      for (const { ID, count: told, query } of filters.filter((each) => each.count !== undefined))
        expect([ID, told]).toEqual([ID, await totalOf(query, caller, postType)]);
    }
});

test('filters of a disabled module are not offered', async () => {
  const follow = (enabled: boolean) =>
    harness.ask(recordsSetModule, { module: 'follow-up', enabled }, systemActor('admin'));
  await follow(false);
  const left = ['my_shared', 'all_my_contacts', 'favorite', 'recent'];
  expect((await offered(dora)).filters.map(({ ID }) => ID)).toEqual(left);
  await follow(true);
});

test('counts of connected, shared and private lists equal the totals of the lists, also after a change', async () => {
  const ofMona = (more: Fields) => ({ name: 'Linked', type: 'access', ...more });
  const { ID: other } = await create(ofMona({ name: 'Other' }), mona);
  const { ID: id } = await create(ofMona({ coaching: { values: [{ value: other }] }, favorite: true }), mona);
  const queries: Fields[] = [
    { coached_by: [String(id)] },
    { coaching: [String(other)] },
    { coaching: [`-${other}`] },
    { relation: [String(other)] },
    { favorite: ['1'] },
    { shared_with: ['me'] },
    { fields: [{ coaching: [String(other)], favorite: ['1'] }, { type: ['access'] }] },
  ];
  const expectEqual = async () => {
    for (const caller of [mona, carl, dora])
      expect((await count(queries, caller)).map((each) => each.count)).toEqual(
        await Promise.all(queries.map((query) => totalOf(query, caller, 'contacts'))),
      );
  };
  await expectEqual();
  await create(ofMona({ relation: { values: [{ value: other }] }, assigned_to: 4 }), mona);
  await expectEqual();
});
