import { beforeAll, expect, test } from '@jest/globals';
import {
  recordsConvertField,
  recordsFormerFields,
  systemActor,
  type Fields,
  type ListQuery,
} from '@svc/contracts';
import type { RunningService } from '@svc/service-kit';
import { recordClient, values } from './testing/record-client.ts';
import { harnessOfSuite, overseer, withExtensions } from './testing/records-harness.ts';
import { seedGrid } from './testing/seed-grid.ts';

const harness = harnessOfSuite({ instances: 0, before: seedGrid });
const client = recordClient(harness);
const caller = overseer(3, 'visits');
const admin = systemActor('admin');
const get = (id: number) => client.get(id, caller, 'visits');
const idsOf = async (query: ListQuery) =>
  (await client.list(query, caller, 'visits')).posts
    .map(({ ID }) => Number(ID))
    .toSorted((one, other) => one - other);

let service: RunningService;
let first: number;
let second: number;
let third: number;

/** Stops the running instance, and starts one for which the fields have these types. */
async function restart(declaration: 'typed' | 'retyped'): Promise<void> {
  await service.stop();
  service = await harness.start(withExtensions(declaration));
}

const create = async (fields: Fields) => (await client.create(fields, caller, 'visits')).ID;

async function convert(field: string, isDryRun = false) {
  return harness.ask(
    recordsConvertField,
    { post_type: 'visits', field, after: 0, is_dry_run: isDryRun },
    admin,
  );
}

const formerFields = async () => (await harness.ask(recordsFormerFields, {}, admin)).fields;
const warnings = async () =>
  (await Promise.all(service.checks.map(async ({ check }) => check()))).filter(
    (warning) => warning !== undefined,
  );

beforeAll(async () => {
  service = await harness.start(withExtensions('typed'));
  const common = {
    notice: 'Bring food',
    day: '2026-03-01',
    rank: 'red',
    place: values(101),
    remark: 'Ring twice',
    mine: 'own',
  };
  first = await create({ ...common, name: 'A', seats: '12', colour: 'Red', topics: values('red', 'Blue') });
  second = await create({ ...common, name: 'B', seats: 'many', colour: 'green', topics: values('green') });
  third = await create({ name: 'C' });
  expect(await warnings()).toEqual([]);
  await restart('retyped');
});

test('values of a former type are neither shown nor found, and reads, lists, sorts and filters do not fail', async () => {
  const shown = await get(first);
  expect(shown).toMatchObject({ name: 'A', notice: 'Bring food' });
  for (const key of ['seats', 'colour', 'day', 'rank', 'mine']) expect(shown).not.toHaveProperty(key);
  expect(shown['topics'] ?? []).toEqual([]);
  expect(await idsOf({ sort: 'seats' })).toEqual([first, second, third]);
  expect(await idsOf({ sort: '-colour' })).toEqual([first, second, third]);
  expect(await idsOf({ seats: { operator: '>', number: 0 } })).toEqual([]);
  expect(await idsOf({ colour: ['none'] })).toEqual([first, second, third]);
  expect(await idsOf({ topics: ['green'] })).toEqual([]);
  expect(await idsOf({ fields_to_return: ['seats', 'day', 'topics'] })).toEqual([first, second, third]);
});

test('a history row shows nothing while the type of its field has no history', async () => {
  const notes = await client.notesOf(first, caller, 'visits');
  expect(notes).toContain('Notice changed to Bring food');
  expect(notes.filter((note) => note.includes('Ring twice'))).toEqual([]);
});

test('the fields are reported with their number of records and first ids, and as a warning', async () => {
  const field = (key: string, from: string, to: string) => ({
    post_type: 'visits',
    field: key,
    from,
    to,
    records: 2,
    first_ids: [first, second],
    private_values: 0,
  });
  expect((await formerFields()).toSorted((one, other) => (one.field < other.field ? -1 : 1))).toEqual([
    field('colour', 'text', 'key_select'),
    field('day', 'date', 'text'),
    { ...field('mine', 'text', 'number'), records: 0, first_ids: [], private_values: 2 },
    field('place', 'location', 'text'),
    field('rank', 'key_select', 'number'),
    field('remark', 'text', 'array'),
    field('seats', 'text', 'number'),
    field('topics', 'tags', 'multi_select'),
  ]);
  const [warning] = await warnings();
  expect(warning).toContain(
    `visits.seats changed from text to number, and 2 records (${first}, ${second}) have hidden values of the former type`,
  );
  expect(warning).toContain('npm run admin -- fields convert');
});

test('a dry run reports which values can be converted, and writes nothing', async () => {
  const before = await Promise.all([first, second].map((id) => harness.stored(id)));
  expect(await convert('seats', true)).toEqual({
    converted: [first],
    refused: [{ id: second, reason: expect.stringContaining('received many') }],
  });
  expect(await convert('rank', true)).toMatchObject({
    converted: [],
    refused: [{ id: first }, { id: second }],
  });
  expect(await convert('place', true)).toEqual({
    converted: [],
    refused: [first, second].map((id) => ({ id, reason: 'values of the type location cannot be converted' })),
  });
  expect(await Promise.all([first, second].map((id) => harness.stored(id)))).toEqual(before);
});

test('converted values are shown and found, with history and events, and the others stay hidden', async () => {
  const { version } = await harness.stored(first);
  for (const field of ['seats', 'colour', 'topics', 'day']) await convert(field);
  expect(await get(first)).toMatchObject({
    seats: 12,
    colour: { key: 'red' },
    topics: ['red', 'blue'],
    day: '2026-03-01',
  });
  expect(await get(second)).not.toHaveProperty('seats');
  expect(await idsOf({ seats: { operator: '>', number: 10 } })).toEqual([first]);
  expect(await idsOf({ colour: ['red'] })).toEqual([first]);
  const notes = await client.notesOf(first, caller, 'visits');
  expect(notes).toContain('Seats: 12');
  expect((await harness.stored(first)).version).toBe(version + 4);
  const events = await harness.eventsOf(first, version + 4);
  expect(events.map(({ data }) => data['changed'])).toContainEqual({ seats: { before: null, after: 12 } });
  const left = (await formerFields()).map(({ field, records }) => `${field} ${records}`);
  expect(left.toSorted()).toEqual([
    'colour 1',
    'mine 0',
    'place 2',
    'rank 2',
    'remark 2',
    'seats 1',
    'topics 1',
  ]);
});

test('a newer value is not overwritten', async () => {
  await client.update(second, { seats: 5 }, caller, 'visits');
  expect(await convert('seats')).toEqual({
    converted: [],
    refused: [{ id: second, reason: 'the field has a newer value' }],
  });
  expect(await get(second)).toMatchObject({ seats: 5 });
});

test('values that cannot be of the declared type are set aside at the first start that knows forms', async () => {
  const settings = harness.documents.db.collection<{ _id: string }>('site_settings');
  await settings.deleteOne({ _id: 'field_forms' });
  const strange = { 'fields.seats': 'seven', 'fields.notice': ['one', 'two'], 'fields.colour': 5 };
  await harness.documents.updateOne({ _id: third }, { $set: strange });
  await restart('retyped');
  expect(await get(third)).not.toHaveProperty('seats');
  expect(await get(second)).toMatchObject({ seats: 5 });
  const found = (await formerFields()).filter(({ first_ids: ids }) => ids.includes(third));
  expect(found.map(({ field, from }) => `${field} ${from}`).toSorted()).toEqual([
    'colour number',
    'notice tags',
    'seats text',
  ]);
});

test('an unknown field is refused', async () => {
  await expect(convert('nothing')).rejects.toMatchObject({ code: 'rest_invalid_param' });
});

test('values return when their type is declared again, unless the field has a newer one', async () => {
  await restart('typed');
  expect(await get(second)).toMatchObject({
    colour: 'green',
    rank: { key: 'red' },
    mine: 'own',
    topics: ['green'],
  });
  expect(await get(first)).not.toHaveProperty('seats');
  expect(await idsOf({ colour: ['green'] })).toEqual([second]);
  expect((await formerFields()).map(({ field, from, to }) => `${field} ${from} ${to}`)).toContain(
    'seats number text',
  );
});
