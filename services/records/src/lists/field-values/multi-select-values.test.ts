import { beforeAll, expect, test } from '@jest/globals';
import { recordsMultiSelectValues, type Actor } from '@svc/contracts';
import { userActor } from '@svc/testing';
import { recordClient, values } from '../../testing/record-client.ts';
import { dispatcher, harnessOfSuite, multiplier, withExtensions } from '../../testing/records-harness.ts';

/** Sees samples that are shared with them. */
const sampler = (userId: number): Actor =>
  userActor(userId, `User ${userId}`, ['access_samples', 'create_samples']);

/** Sees all samples. */
const overseer = userActor(50, 'Overseer', ['access_samples', 'view_any_samples']);

const harness = harnessOfSuite({ settings: withExtensions('sample') });
const { create } = recordClient(harness);

beforeAll(async () => {
  const one = {
    name: 'One',
    some_tags: values('blue', 'Red', 'tag a', long('a'), long('b')),
    some_options: values('two', 'one'),
    an_option: 'three',
    a_text: 'text',
    a_textarea: 'text',
    my_some_tags: values('mine', 'also mine'),
  };
  await create(one, sampler(3), 'samples');
  await create({ name: 'Two', some_tags: values('blue', long('c')) }, sampler(3), 'samples');
  const other = {
    name: 'Other',
    some_tags: values('hidden blue', 'blue', long('d')),
    my_some_tags: values('his'),
  };
  await create(other, sampler(4), 'samples');
});

/** Values that begin alike for longer than the index knows. */
const long = (end: string) => `long ${'ä'.repeat(200)} ${end}`;

const offered = (caller: Actor, field: string, s?: string, postType = 'samples') =>
  harness.ask(
    recordsMultiSelectValues,
    { post_type: postType, field, ...(s === undefined ? {} : { s }) },
    caller,
  );

const longs = ['a', 'b', 'c'].map(long);

test.each([
  ['a user with shared records', sampler(3), ['Red', 'blue', ...longs, 'tag a']],
  [
    'a user with access to all records',
    overseer,
    ['Red', 'blue', 'hidden blue', ...longs, long('d'), 'tag a'],
  ],
])('offers %s the values of the records that they can list', async (_who, caller, all) => {
  expect(await offered(caller, 'some_tags')).toEqual(all);
  expect(await offered(caller, 'some_tags', '')).toEqual(all);
  expect(await offered(caller, 'some_tags', 'B')).toEqual(all.filter((value) => /b/i.test(value)));
  expect(await offered(caller, 'some_tags', 'AG A')).toEqual(['tag a']);
  expect(await offered(caller, 'some_tags', long('c').toUpperCase())).toEqual([long('c')]);
  expect(await offered(caller, 'some_tags', '.*')).toEqual([]);
  expect(await offered(caller, 'some_options')).toEqual(['one', 'two']);
  expect(await offered(caller, 'an_option')).toEqual(['three']);
  expect(await offered(caller, 'a_text', 'EX')).toEqual(['text']);
});

test('does not offer values that only personal contacts of other users have', async () => {
  await create({ name: 'P', type: 'personal', tags: values('personal', 'both') }, multiplier(10));
  await create({ name: 'A', type: 'access', tags: values('access', 'both') }, multiplier(10));
  expect(await offered(dispatcher(11), 'tags', undefined, 'contacts')).toEqual(['access', 'both']);
  const all = ['access', 'both', 'personal'];
  expect(await offered(multiplier(10), 'tags', undefined, 'contacts')).toEqual(all);
  expect(await offered(multiplier(12), 'tags', undefined, 'contacts')).toEqual([]);
});

test('offers twenty values, also when many records have the first of them', async () => {
  const caller = sampler(20);
  const tags = Array.from({ length: 150 }, (_, at) => `t${String(at).padStart(3, '0')}`);
  await create({ name: 'Many', some_tags: values(...tags) }, caller, 'samples');
  await harness.seed('samples', 250, { fields: { some_tags: ['t000', 't000a'] }, sharedWith: [20] });
  const wanted = ['t000', 't000a', ...tags.slice(1, 19)];
  expect(await offered(caller, 'some_tags', 't0')).toEqual(wanted);
  expect(await offered(overseer, 'some_tags', 't0')).toEqual(wanted);
  expect(await offered(overseer, 'some_tags', 't149')).toEqual(['t149']);
});

test('offers only the caller’s own values of a private field', async () => {
  expect(await offered(sampler(3), 'my_some_tags')).toEqual(['also mine', 'mine']);
  expect(await offered(sampler(3), 'my_some_tags', 'ALSO')).toEqual(['also mine']);
  expect(await offered(sampler(4), 'my_some_tags')).toEqual(['his']);
  expect(await offered(overseer, 'my_some_tags')).toEqual([]);
});

test.each(['shoe_size', 'a_textarea', 'name', 'sets', 'sharedWith', 'fields.some_tags', ''])(
  'offers nothing for "%s", which is not a field with options, tags or a line of text',
  async (field) => {
    expect(await offered(sampler(3), field)).toEqual([]);
  },
);

test('refuses users who cannot access the type', async () => {
  const message = 'You do not have access to: some_tags';
  const refusal = { code: 'get_multi_select_options', message, status: 403 };
  await expect(offered(userActor(60, 'Stranger', []), 'some_tags')).rejects.toMatchObject(refusal);
});
