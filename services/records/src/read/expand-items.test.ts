import { beforeAll, expect, test } from '@jest/globals';
import { recordsGet, recordsList, type Actor, type Fields } from '@svc/contracts';
import { expandItems, maxExpanded } from './expand-items.ts';
import type { NestedFields } from './nested-fields.ts';
import type { ReadDeps } from './read-deps.ts';
import { recordClient, values } from '../testing/record-client.ts';
import { harnessOfSuite, multiplier } from '../testing/records-harness.ts';

const ann = multiplier(3);
const ben = multiplier(4);
const harness = harnessOfSuite();
const client = recordClient(harness);

/** A contact of Ann's in two groups. Ben leads one of them; the other one is his, and hidden from Ann. */
let contact = 0;
let group = 0;
let hidden = 0;
let leader = 0;

beforeAll(async () => {
  ({ ID: leader } = await client.create({ name: 'Lea', nickname: 'Captain', favorite: true }, ann));
  ({ ID: group } = await client.create({ name: 'Red', leaders: values(leader) }, ann, 'groups'));
  ({ ID: hidden } = await client.create({ name: 'Blue' }, ben, 'groups'));
  ({ ID: contact } = await client.create({ name: 'Amina', groups: values(group), assigned_to: 3 }, ann));
  // The connection exists although Ann may not view the group.
  await harness.documents.updateOne({ _id: hidden }, { $set: { sharedWith: [3, 4] } });
  await client.update(contact, { groups: values(hidden) }, ann);
  await harness.documents.updateOne({ _id: hidden }, { $set: { sharedWith: [4] } });
});

const list = async (fields_to_return: string[], caller: Actor = ann, dialect?: 'reference') => {
  const query = { name: ['^Amina'], fields_to_return };
  const { posts } = await harness.ask(recordsList, { post_type: 'contacts', query, dialect }, caller);
  return posts[0] as Fields;
};

const get = (fields_to_return: string[], dialect?: 'reference') =>
  harness.ask(recordsGet, { post_type: 'contacts', id: contact, fields_to_return, dialect }, ann);

const named = (groups: unknown) => new Map((groups as Fields[]).map((each) => [each['ID'], each]));

test('a path leads to fields of connected records, in a list and in a single record', async () => {
  const path = 'groups.leaders.nickname';
  for (const item of [
    await list(['nickname', path, 'groups.member_count']),
    await get([path, 'groups.member_count']),
  ]) {
    const groups = named(item['groups']);
    expect(groups.get(group)).toMatchObject({
      post_title: 'Red',
      member_count: expect.any(Number),
      leaders: [{ ID: leader, post_title: 'Lea', nickname: 'Captain' }],
    });
    expect(groups.get(hidden)).toEqual({
      ID: hidden,
      post_type: 'groups',
      post_title: 'Blue',
      post_date: expect.any(String),
      post_date_gmt: expect.any(String),
      permalink: expect.any(String),
      status: expect.anything(),
    });
    expect(item).not.toHaveProperty('overall_status');
  }
});

test('a path may lead through three connections, and to users and private values', async () => {
  const item = await list(['groups.leaders.groups.name', 'groups.leaders.favorite', 'assigned_to.avatar']);
  const [lead] = named(item['groups']).get(group)?.['leaders'] as Fields[];
  expect(lead).toMatchObject({ favorite: true, groups: [] });
  expect(item['assigned_to']).toMatchObject({ id: '3', avatar: expect.any(String) });
});

test.each([
  'shoe_size',
  'groups.shoe_size',
  'groups.leaders.shoe_size',
  'nickname.length',
  'assigned_to.email',
  'assigned_to.display.length',
  'groups.leaders.groups.leaders.name',
  'groups.',
  '.name',
])('%s leads to no field and is refused', async (path) => {
  const refusal = { code: 'fields_to_sql', status: 400, data: { key: path } };
  await expect(list(['name', path])).rejects.toMatchObject(refusal);
  await expect(get(['name', path])).rejects.toMatchObject(refusal);
});

test('the older API ignores unknown fields, and the parameter of a single record', async () => {
  expect(
    await list(['shoe_size', 'nickname.length'], ann, 'reference').catch((error: unknown) => error),
  ).toMatchObject({
    data: { key: 'nickname.length' },
  });
  expect(await list(['shoe_size'], ann, 'reference')).not.toHaveProperty('groups');
  expect(await get(['shoe_size'], 'reference')).toHaveProperty('groups');
});

test('a single record keeps the keys of every record beside the requested fields', async () => {
  const { nickname: _nickname, ...record } = await get(['nickname']);
  expect(record).toMatchObject({ ID: contact, title: 'Amina', name: 'Amina', permalink: expect.any(String) });
  expect(record).not.toHaveProperty('groups');
});

test('paths to more than 5,000 records are refused before any of them is loaded', async () => {
  const nested = [
    { kind: 'records', key: 'groups', target: { key: 'groups' }, keys: [], fields: [], nested: [] },
  ];
  const expand = async (count: number) => {
    const groups = Array.from({ length: count }, (_, at) => ({ ID: at + 1 }));
    const call = {} as Parameters<typeof expandItems>[0];
    // Without other dependencies, loading fails.
    const deps = { people: { names: async () => new Map() } } as unknown as ReadDeps;
    return expandItems(call, deps, [{ groups }], nested as unknown as NestedFields[]);
  };
  expect(maxExpanded).toBe(5_000);
  await expect(expand(maxExpanded + 1)).rejects.toMatchObject({
    code: 'search_viewable_post',
    status: 400,
    data: { key: 'fields_to_return' },
  });
  await expect(expand(maxExpanded)).rejects.toThrow(TypeError);
});
