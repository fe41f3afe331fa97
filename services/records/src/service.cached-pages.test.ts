import { beforeEach, expect, test } from '@jest/globals';
import { usersDisplay, type Fields, type ListQuery } from '@svc/contracts';
import { until } from '@svc/testing';
import { recordClient, values } from './testing/record-client.ts';
import { dispatcher, harnessOfSuite, multiplier } from './testing/records-harness.ts';

const ann = multiplier(3);
const ben = multiplier(4);
const harness = harnessOfSuite({ settings: { READ_CACHE: 'true' } });
/** The list in the tests: one contact of Ann’s in a group, and another one. */
let query: ListQuery;
let one = 0;
let two = 0;
let group = 0;

const { create, update, list: listBy, remove } = recordClient(harness);
const list = (caller = ann) => listBy(query, caller);

let lists = 0;

beforeEach(async () => {
  lists += 1;
  const source = `list-${lists}`;
  query = { sources: [source], sort: 'name', limit: 2 };
  const sources = values(source);
  ({ ID: group } = await create({ name: 'Team' }, ann, 'groups'));
  ({ ID: one } = await create({ name: 'One', sources, groups: values(group), assigned_to: 3 }));
  ({ ID: two } = await create({ name: 'Two', sources }));
  await list();
});

test('a record is listed as long as it matches the filter', async () => {
  const { ID: id } = await create({ name: 'Three' });
  for (const total of [3, 2, 3]) {
    const source = total === 3 ? `list-${lists}` : 'elsewhere';
    await update(id, { sources: { ...values(source), force_values: true } });
    expect(await list()).toMatchObject({ total });
  }
});

test('a later page whose items are cached needs no query of records, connections or private values', async () => {
  const page = () => listBy({ ...query, offset: 1 }, ann);
  await page();
  expect(await harness.cost(page)).toMatchObject({ queries: 0 });
});

const changes: readonly [string, () => Promise<unknown>, () => Fields][] = [
  [
    'the order of records',
    () => update(two, { name: 'A' }),
    () => ({ posts: [{ ID: two }, { ID: one }], total: 2 }),
  ],
  [
    'the name of a connected record',
    () => update(group, { name: 'Crew' }, ann, 'groups'),
    () => ({ posts: [{ ID: one, groups: [{ ID: group, post_title: 'Crew' }] }, { ID: two }], total: 2 }),
  ],
  [
    'the access to a record',
    () => harness.documents.updateOne({ _id: two }, { $set: { sharedWith: [9] } }),
    () => ({ posts: [{ ID: one }], total: 1 }),
  ],
  [
    'a new record',
    () => create({ name: 'Also', sources: values(`list-${lists}`) }),
    () => ({ posts: [{ name: 'Also' }, { ID: one }], total: 3 }),
  ],
  ['a deleted record', () => remove(two), () => ({ posts: [{ ID: one }], total: 1 })],
];

test.each(changes)('a page shows a change immediately: %s', async (_what, change, expected) => {
  await change();
  expect(await list()).toMatchObject(expected());
});

test('a record that moves onto the page is shown there', async () => {
  const { ID } = await create({ name: 'Zoe', sources: values(`list-${lists}`) });
  await list();
  await update(ID, { name: 'A' });
  expect(await list()).toMatchObject({ posts: [{ ID }, { ID: one }], total: 3 });
});

test('deleted connections are not shown', async () => {
  expect((await list()).posts[0]).toHaveProperty('groups', [expect.objectContaining({ ID: group })]);
  await remove(group, ann, 'groups');
  expect((await list()).posts[0]?.['groups'] ?? []).toEqual([]);
});

test('a caller never gets the cached page of a caller with more access', async () => {
  const all = dispatcher(5);
  expect(await list(all)).toMatchObject({ total: 2 });
  expect(await list(ben)).toMatchObject({ posts: [], total: 0 });
  const demoted = { ...all, capabilities: ann.capabilities };
  expect(await list(demoted)).toMatchObject({ posts: [], total: 0 });
});

test('a cached page shows the new name of a renamed user', async () => {
  expect((await list()).posts[0]).toMatchObject({ assigned_to: { display: 'User 3' } });
  await harness.stopUsers();
  await harness.harness.standIn(usersDisplay, ({ user_ids: ids }) => ({
    users: ids.map((id) => ({ id, display_name: `Renamed ${id}`, avatar: '' })),
  }));
  await harness.harness.publish({ subject: 'svc.events.user.-.updated', content: {} });
  await until(async () =>
    expect((await list()).posts[0]).toMatchObject({ assigned_to: { display: 'Renamed 3' } }),
  );
});
