import { describe, expect, test } from '@jest/globals';
import { recordsSplitBy, type Actor, type InputOf } from '@svc/contracts';
import { userActor } from '@svc/testing';
import { recordClient, values } from '../../testing/record-client.ts';
import { dispatcher, harnessOfSuite, multiplier, withExtensions } from '../../testing/records-harness.ts';
import { seedGrid } from '../../testing/seed-grid.ts';

/** Sees samples and sets that are shared with them. */
const sampler = (userId: number): Actor =>
  userActor(userId, `User ${userId}`, ['access_samples', 'create_samples', 'access_sets', 'create_sets']);

/** Sees all samples. */
const overseer = (userId: number): Actor =>
  userActor(userId, 'Overseer', ['access_samples', 'view_any_samples']);

const harness = harnessOfSuite({ before: seedGrid, settings: withExtensions('sample') });
const { create, update } = recordClient(harness);

type Question = Partial<InputOf<typeof recordsSplitBy>>;

const splitBy = (caller: Actor, question: Question) =>
  harness.ask(recordsSplitBy, { post_type: 'samples', ...question }, caller);

const channel = (...held: string[]) => held.map((value) => ({ value }));
const twice = [channel('1', '1'), channel('1', '2')];
const day = '2024-01-02';
const noneSet = (count: number) => ({ value: 'NULL', label: 'None Set', count: String(count) });

test.each<[what: string, key: string, written: unknown[], ...buckets: string[]]>([
  ['an option', 'an_option', ['one', 'one', 'two'], 'one|One|2', 'two|Two|1'],
  ['options', 'some_options', [values('one', 'two'), values('two')], 'two|2|2', 'one|1|1'],
  ['tags', 'some_tags', [values('a', 'b'), values('b'), values('B')], 'b|b|2', 'B|B|1', 'a|a|1'],
  ['a user', 'a_user', [5, 5, 6], '5|User 5|2', '6|User 6|1'],
  ['places', 'some_places', [values(101), values(101, 200)], '101|Part 101|2', '200|Land 200|1'],
  ['a boolean', 'a_flag', [true, true], '1|Yes|2'],
  ['a text', 'a_text', ['x', 'x', 'y', ''], 'x|x|2', 'y|y|1'],
  ['a number', 'a_number', [10, 10, 9], '10|10|2', '9|9|1'],
  ['a day', 'a_date', [day, day, '2024-01-03'], `1704153600|${day}|2`, '1704240000|2024-01-03|1'],
  ['a moment', 'a_datetime', ['2024-01-02 12:00'], '1704196800|2024-01-02 12:00:00|1'],
  ['a channel, with a value twice in one record', 'a_channel', twice, '1|1|2', '2|2|1'],
])(
  'counts the records by the values of %s, in shared and private fields',
  async (_what, key, written, ...buckets) => {
    const expected = buckets.map((bucket) => {
      const [value = '', label = '', count = ''] = bucket.split('|');
      return { value, label, count };
    });
    for (const field of [key, `my_${key}`]) {
      const caller = sampler((users += 1));
      for (const value of written) await create({ name: 'S', [field]: value }, caller, 'samples');
      const unsetCount = written.filter((value) => value === '').length;
      const withoutUnset = await splitBy(caller, { field_id: field });
      expect(withoutUnset).toEqual(
        [...expected, ...(unsetCount > 0 ? [noneSet(unsetCount)] : [])].sort(byCount),
      );
      for (const name of ['U', 'U', 'U', 'U']) await create({ name }, caller, 'samples');
      expect((await splitBy(caller, { field_id: field }))[0]).toEqual(noneSet(4 + unsetCount));
    }
  },
);

let users = 10;

/** Of equally full buckets the one for none is first. */
const byCount = (one: { count: string; value: string }, other: typeof one) =>
  Number(other.count) - Number(one.count) || Number(other.value === 'NULL') - Number(one.value === 'NULL');

describe('connections', () => {
  test('are counted by the connected record, in both directions and in any number', async () => {
    const caller = sampler(60);
    const samples = await harness.seed('samples', 102, { sharedWith: [60] });
    const set = (name: string, ...ids: number[]) => create({ name, samples: values(...ids) }, caller, 'sets');
    const [first, second] = samples as [number, number];
    const { ID: one } = await set('Set one', ...samples);
    const { ID: two } = await set('Set two', first);
    await update(first, { peers: values(second) }, caller, 'samples');
    await create({ name: 'U' }, caller, 'samples');
    expect(await splitBy(caller, { field_id: 'sets' })).toEqual([
      { value: String(one), label: 'Set one', count: '102' },
      noneSet(1),
      { value: String(two), label: 'Set two', count: '1' },
    ]);
    const peers = await splitBy(caller, { field_id: 'peers' });
    expect(peers).toEqual([
      noneSet(101),
      { value: String(first), label: `Seeded ${first}`, count: '1' },
      { value: String(second), label: `Seeded ${second}`, count: '1' },
    ]);
    const filters = { name: ['^Set one'] };
    const ofSets = await splitBy(caller, { post_type: 'sets', field_id: 'samples', filters });
    expect(ofSets).toHaveLength(30);
    expect(ofSets.every(({ count }) => count === '1')).toBe(true);
  });

  test('in both directions are counted when a record has more than it stores', async () => {
    const caller = sampler(61);
    const ids = await harness.seed('samples', 101, { sharedWith: [61] });
    const { ID: hub } = await create({ name: 'Hub', peers: values(...ids) }, caller, 'samples');
    await create({ name: 'Late', peers: values(hub) }, caller, 'samples');
    const ofAll = await splitBy(caller, { field_id: 'peers' });
    expect(ofAll[0]).toEqual({ value: String(hub), label: 'Hub', count: '102' });
    const ofHub = await splitBy(caller, { field_id: 'peers', filters: { name: 'Hub' } });
    expect(ofHub).toHaveLength(30);
    const some = { field_id: 'peers', filters: { fields: [{ name: ['^Hub'] }, { name: ['^Late'] }] } };
    expect(await splitBy(caller, some)).not.toContainEqual(noneSet(1));
  });
});

describe('the counts', () => {
  test('include only records that match the filters', async () => {
    const caller = sampler(70);
    await create({ name: 'One', an_option: 'one', a_number: 1 }, caller, 'samples');
    await create({ name: 'Two', an_option: 'two', a_number: 2 }, caller, 'samples');
    const filters = { an_option: ['one'], limit: 0, offset: 5, sort: 'name' };
    const split = { field_id: 'a_number', filters };
    expect(await splitBy(caller, split)).toEqual([{ value: '1', label: '1', count: '1' }]);
    expect(await splitBy(caller, { field_id: 'a_number', filters: [] })).toHaveLength(2);
    const wrong = splitBy(caller, { field_id: 'a_number', filters: { shoe_size: [1] } });
    await expect(wrong).rejects.toMatchObject({ code: 'fields_to_sql', data: { key: 'shoe_size' } });
  });

  test('include only records that the caller can list, and only their own values of private fields', async () => {
    await create({ name: 'A', some_tags: values('shown') }, sampler(71), 'samples');
    const secrets = { name: 'B', some_tags: values('hidden'), my_some_tags: values('secret') };
    const { ID: hidden } = await create(secrets, sampler(72), 'samples');
    await update(hidden, { my_some_tags: values('mine') }, overseer(73), 'samples');
    const tags = { value: 'shown', label: 'shown', count: '1' };
    expect(await splitBy(sampler(71), { field_id: 'some_tags' })).toEqual([tags]);
    const all = await splitBy(overseer(73), { field_id: 'some_tags' });
    expect(all).toContainEqual({ value: 'hidden', label: 'hidden', count: '1' });
    const own = { field_id: 'my_some_tags', filters: { some_tags: ['hidden'] } };
    expect(await splitBy(overseer(73), own)).toEqual([{ value: 'mine', label: 'mine', count: '1' }]);
    expect(await splitBy(overseer(74), own)).toEqual([noneSet(1)]);
  });

  test('include only recently viewed records when filtered by them', async () => {
    const split = { field_id: 'an_option', filters: { dt_recent: true } };
    expect(await splitBy(overseer(75), split)).toEqual([]);
  });

  test('do not include personal contacts of other users for a dispatcher', async () => {
    await create({ name: 'P', type: 'personal', tags: values('personal') }, multiplier(76));
    await create({ name: 'A', type: 'access', tags: values('access') }, multiplier(76));
    const split = await splitBy(dispatcher(77), { post_type: 'contacts', field_id: 'tags' });
    expect(split).toEqual([{ value: 'access', label: 'access', count: '1' }]);
    const named = await splitBy(dispatcher(77), { post_type: 'contacts', field_id: 'name' });
    expect(named.map(({ value }) => value)).toEqual(['A']);
  });
});

describe('a split is refused', () => {
  test.each([
    ['without a field', undefined, 'Empty field id detected'],
    ['with an empty field', '', 'Empty field id detected'],
    ['by a field that does not exist', 'shoe_size', 'One or more fields do not exist'],
    ['by a key of the database', 'sharedWith', 'One or more fields do not exist'],
    ['by a text area', 'a_textarea', 'you cannot split by textarea fields'],
    ['by an image', 'an_image', 'you cannot split by image fields'],
    ['by tasks', 'some_tasks', 'you cannot split by task fields'],
    ['by the creation date', 'post_date', 'you cannot split by date fields'],
  ])('%s', async (_how, field, message) => {
    const split = splitBy(sampler(80), field === undefined ? {} : { field_id: field });
    await expect(split).rejects.toMatchObject({ code: 'split_by', message, status: 400 });
  });

  test('to users who cannot access the type, before the field is checked', async () => {
    const split = splitBy(userActor(81, 'Stranger', []), { field_id: '' });
    const message = 'You do not have access to these';
    await expect(split).rejects.toMatchObject({ code: 'split_by', message, status: 403 });
  });
});
