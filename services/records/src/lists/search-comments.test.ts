import { beforeAll, expect, test } from '@jest/globals';
import {
  commentsFindRecords,
  recordsCreate,
  recordsList,
  ServiceError,
  type Fields,
  type ListQuery,
} from '@svc/contracts';
import { harnessOfSuite, multiplier } from '../testing/records-harness.ts';

const lister = multiplier(11);
const harness = harnessOfSuite();
let asked: unknown;
/** Text → what comments answers. */
const commented = new Map<string, { record_ids: number[]; has_more: boolean }>();

beforeAll(async () => {
  await harness.harness.standIn(commentsFindRecords, (input) => {
    asked = input;
    if (input.text === 'slow') throw new ServiceError('search_viewable_post', 'too slow', { status: 503 });
    return commented.get(input.text) ?? { record_ids: [], has_more: false };
  });
});

async function create(fields: Fields, caller = lister): Promise<number> {
  const input = { post_type: 'contacts', fields, silent: true };
  return ((await harness.ask(recordsCreate, input, caller)) as { ID: number }).ID;
}

async function idsOf(query: ListQuery): Promise<number[]> {
  const { posts, total } = await harness.ask(recordsList, { post_type: 'contacts', query }, lister);
  expect(total).toBe(posts.length);
  return posts.map(({ ID }) => ID).sort((one, other) => one - other);
}

test('a list looks for a text in comments when it is asked to, and nowhere else', async () => {
  const named = await create({ name: 'harvest' });
  const other = await create({ name: 'Other' });
  commented.set('harvest', { record_ids: [other], has_more: false });
  expect(await idsOf({ text: 'harvest', fields_to_search: ['comment'] })).toEqual([other]);
  expect(asked).toEqual({ post_type: 'contacts', text: 'harvest' });
  expect(await idsOf({ text: 'harvest', fields_to_search: ['comment', 'name'] })).toEqual([named, other]);
  expect(await idsOf({ text: 'harvest' })).toEqual([named]);
});

test('all is comments and every field, but not the name', async () => {
  const named = await create({ name: 'vineyard' });
  const nicknamed = await create({ name: 'Nick', nickname: 'Old Vineyard' });
  const other = await create({ name: 'Other' });
  commented.set('vineyard', { record_ids: [other], has_more: false });
  expect(await idsOf({ text: 'vineyard', fields_to_search: ['all'] })).toEqual([nicknamed, other]);
  expect(await idsOf({ text: 'vineyard', fields_to_search: ['all', 'name'] })).toEqual([
    named,
    nicknamed,
    other,
  ]);
});

test('what others commented on is shown to those only who may see it', async () => {
  const hidden = await create({ name: 'Hidden' }, multiplier(12));
  commented.set('secret', { record_ids: [hidden, 999_999], has_more: false });
  expect(await idsOf({ text: 'secret', fields_to_search: ['comment'] })).toEqual([]);
});

test('filters hold for what is found in comments', async () => {
  const active = await create({ name: 'A', overall_status: 'active' });
  const paused = await create({ name: 'P', overall_status: 'paused' });
  commented.set('both', { record_ids: [active, paused], has_more: false });
  const query = { text: 'both', fields_to_search: ['comment'], overall_status: ['paused'] };
  expect(await idsOf(query)).toEqual([paused]);
});

test.each([
  ['in the comments of too many records', 'a', 400],
  ['slow to find', 'slow', 503],
])('a text that is %s is refused', async (_what, text, status) => {
  commented.set('a', { record_ids: [], has_more: true });
  await expect(idsOf({ text, fields_to_search: ['comment'] })).rejects.toMatchObject({
    code: 'search_viewable_post',
    status,
  });
});
