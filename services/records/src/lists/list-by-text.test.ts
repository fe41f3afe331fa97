import { beforeAll, expect, test } from '@jest/globals';
import { commentsFindRecords, ServiceError, type Actor, type Fields, type ListQuery } from '@svc/contracts';
import { mona, recordClient, values } from '../testing/record-client.ts';
import { dispatcher, harnessOfSuite, multiplier } from '../testing/records-harness.ts';

const carl = multiplier(4);
const dora = dispatcher(5);
const deleter = { ...dora, capabilities: [...dora.capabilities, 'delete_any_contacts'] };
const everybody: Actor = { ...mona, kind: 'system', displayName: 'test' };
// Without the name index: what is tested is how the database finds lists.
const harness = harnessOfSuite({ settings: { NAME_INDEX_MB: '0' } });
const { create, update, list, remove } = recordClient(harness);

const longest = 'The longest xylophones of all';

beforeAll(async () => {
  await create({ name: 'XYLON of Carl', contact_phone: values('+49 1 7044 55') }, carl);
  await create({ name: longest, contact_phone: values('017', '0445') }, mona);
  await create({ name: 'Xylon group' }, dora, 'groups');
});

const namesIn = async (query: ListQuery, caller: Actor) => {
  const { posts, total } = await list(query, caller);
  return { names: posts.map((post) => post['name']), total };
};

test('a text search returns each page in the order of its sort', async () => {
  const names = [...'abcdefghijklmno'].map((letter) => `Zither ${letter}`);
  const sharedOnly = { type: 'personal', assigned_to: 5 };
  for (const name of names) await create({ name, ...(name === 'Zither h' ? sharedOnly : {}) }, carl);
  for (const caller of [everybody, dora])
    for (const part of ['0+2', '0+0', '2+2', '6+4', '14+10', '15+2']) {
      const [offset = 0, limit = 0] = part.split('+').map(Number);
      const found = await namesIn({ text: 'zither', sort: '-name', offset, limit }, caller);
      expect(found).toEqual({ names: names.toReversed().slice(offset, offset + limit), total: 15 });
    }
});

// More texts of fewer characters are in `list-query.model.sized.test.ts`.
test.each<[string, string, Actor, readonly string[]]>([
  ['digits and blanks', '170 44', everybody, ['XYLON of Carl']],
  ['more characters than the index holds', 'xylophones o', everybody, [longest]],
  ['as many characters as the index holds', 'xylophones', mona, [longest]],
  ['which only the beginning is indexed', 'xylophones x', everybody, []],
])('a search for a text of %s returns all records that contain it', async (_which, text, caller, names) => {
  for (const sort of ['-post_date', 'post_date', '-last_modified', 'name', 'overall_status'])
    expect(await namesIn({ text, sort }, caller)).toEqual({ names, total: names.length });
});

test('a search for a number returns the record with that id, if it has the type and the caller can list it', async () => {
  const { ID: group } = await create({ name: 'Numbered group' }, dora, 'groups');
  // What is kept of a group says nothing of contacts.
  expect((await list({ text: 'numbered' }, everybody, 'groups')).total).toBe(1);
  expect(await namesIn({ text: String(group) }, everybody)).toEqual({ names: [], total: 0 });
  const { ID: contact } = await create({ name: 'Numbered', type: 'personal' }, carl);
  expect(await namesIn({ text: String(contact) }, carl)).toEqual({ names: ['Numbered'], total: 1 });
  expect(await namesIn({ text: String(contact) }, dora)).toEqual({ names: [], total: 0 });
});

test('a text search follows records that are changed, hidden and deleted', async () => {
  const total = async (caller: Actor) => (await list({ text: 'qwor', limit: 1 }, caller)).total;
  const { ID: id } = await create({ name: 'Some qworum' }, carl);
  expect([await total(dora), await total(mona)]).toEqual([1, 0]);
  const write = (fields: Fields) => update(id, fields, carl);
  await write({ type: 'personal' });
  expect([await total(dora), await total(carl)]).toEqual([0, 1]);
  await write({ assigned_to: 5 });
  expect(await total(dora)).toBe(1);
  await write({ name: 'Some quorum' });
  expect(await total(dora)).toBe(0);
  await write({ name: 'A qworum', type: 'access' });
  expect(await total(dora)).toBe(1);
  await remove(id, deleter);
  expect([await total(dora), await total(everybody)]).toEqual([0, 0]);
});

test('a search for several words reads only the records that contain the two longest words', async () => {
  await harness.seed('contacts', 300, { name: 'Jo Common', sharedWith: [3] });
  await harness.seed('contacts', 3, { name: 'Jo Common Rarer', sharedWith: [3] });
  const { documents } = await harness.cost(async () => {
    expect((await list({ text: 'rar jo common', limit: 1 }, mona)).total).toBe(0);
    expect((await list({ text: 'jo comm rar', limit: 1 }, mona)).total).toBe(3);
  });
  expect(documents).toBeLessThan(30);
});

test('a record with more texts than the index holds is found only by the texts that it contains', async () => {
  const values = Array.from({ length: 40 }, (_each, index) => ({ value: `${'y'.repeat(40)}${index}` }));
  const { ID: id } = await create({ name: 'Loong', contact_phone: values }, carl);
  expect(await namesIn({ text: 'loong' }, dora)).toEqual({ names: ['Loong'], total: 1 });
  expect((await list({ text: 'xylon' }, dora)).total).toBe(1);
  await remove(id, deleter);
});

test('a search in comments is refused when comments cannot answer in time or in full', async () => {
  let asked: unknown;
  await harness.harness.standIn(commentsFindRecords, (input) => {
    asked = input;
    if (input.text === 'slow') throw new ServiceError('search_viewable_post', 'too slow', { status: 503 });
    return { record_ids: [], has_more: input.text === 'a' };
  });
  const within = (text: string) => list({ text, fields_to_search: ['comment'] }, mona);
  expect(await within('harvest')).toMatchObject({ total: 0 });
  expect(asked).toEqual({ post_type: 'contacts', text: 'harvest' });
  const refused = { code: 'search_viewable_post' };
  await expect(within('a')).rejects.toMatchObject({ ...refused, status: 400, data: { key: 'text' } });
  await expect(within('slow')).rejects.toMatchObject({ ...refused, status: 503 });
});
