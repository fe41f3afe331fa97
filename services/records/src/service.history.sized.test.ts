import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  recordsActivity,
  recordsActivityItem,
  recordsActivityLog,
  recordsShare,
  recordsUnshare,
  systemActor,
  type RawActivityRow,
} from '@svc/contracts';
import { sized, until } from '@svc/testing';
import type { ActivityRow } from './model/activity-row.ts';
import { historyOf, mona, recordClient } from './testing/record-client.ts';
import { harnessOfSuite, multiplier } from './testing/records-harness.ts';

const harness = harnessOfSuite();
const { create, update, activityOf } = recordClient(harness);

const long = sized(2_000, 100_000);
/** No caller who is asked for here. */
const another = 60;

type Seeded = Pick<ActivityRow, 'listed'> & Partial<ActivityRow>;

/** Rows beside those that a record has, one in each second before now, the latest of them last. */
async function seedHistory(recordId: number, rows: number, each: (index: number) => Seeded): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const row = await harness.activity.findOne({ recordId }).lean();
  const documents = Array.from({ length: rows }, (_, index) => ({
    ...row,
    _id: recordId * 1_000_000 + index,
    action: 'field_update',
    objectSubtype: 'nickname',
    metaKey: 'nickname',
    fieldType: 'text',
    metaValue: `n${index}`,
    objectNote: '',
    version: index + 2,
    position: 0,
    time: now - 1_000 - rows + index,
    actorId: another,
    undo: { write: `n${index - 1}` },
    ...each(index),
  }));
  await harness.activity.collection.insertMany(documents as never[]);
  const listed = await harness.activity.countDocuments({ recordId, listed: true });
  await harness.documents.updateOne({ _id: recordId }, { $set: { listedRowCount: listed } });
}

/** What the queries of the history ask of the database, and how many bytes they bring from there. */
async function historyCost(work: () => Promise<unknown>) {
  const profiled = (await harness.profiled(work)).filter(({ ns }) => ns.endsWith('.activity'));
  const sum = (key: 'docsExamined' | 'keysExamined' | 'responseLength') =>
    profiled.reduce((total, query) => total + (query[key] ?? 0), 0);
  const sorted = profiled.filter((query) => 'hasSortStage' in query);
  return { documents: sum('docsExamined'), keys: sum('keysExamined'), bytes: sum('responseLength'), sorted };
}

describe('the history of a long-used record', () => {
  let id: number;

  beforeAll(async () => {
    id = (await create({ name: 'Long', type: 'personal' })).ID;
    // Every other row is none that lists show.
    await seedHistory(id, long, (index) => ({ listed: index % 2 === 0 }));
  });

  test.each([0, 100, long / 2 - 30])(
    'reads only the rows of a page at offset %i, through an index',
    async (offset) => {
      const input = { post_type: 'contacts', id, number: 20, offset };
      const page = await historyOf(harness, input, mona);
      expect(page.activity).toHaveLength(20);
      expect(page.total).toBe(await harness.activity.countDocuments({ recordId: id, listed: true }));
      const cost = await historyCost(() => historyOf(harness, input, mona));
      expect(cost).toMatchObject({ documents: 20, sorted: [] });
      expect(cost.keys).toBeLessThanOrEqual(offset + 21);
    },
  );

  test('returns the total without reading rows', async () => {
    const input = { post_type: 'contacts', id, number: 0 };
    const cost = await historyCost(() => historyOf(harness, input, mona));
    expect(cost).toMatchObject({ documents: 0, keys: 0 });
  });

  test.each(['ASC', 'DESC'] as const)('reads stored rows in %s order through an index', async (order) => {
    const input = { post_type: 'contacts', id, revert: true, number: 30, result_order: order };
    const rows = (await harness.ask(recordsActivity, input, mona)) as RawActivityRow[];
    const times = rows.map((row) => Number(row.hist_time));
    const sorted = times.toSorted((one, other) => (order === 'ASC' ? one - other : other - one));
    expect(times).toEqual(sorted);
    expect(times).toHaveLength(30);
    const cost = await historyCost(() => harness.ask(recordsActivity, input, mona));
    expect(cost.sorted).toEqual([]);
    expect(cost.documents).toBeLessThan(100);
  });
});

test('reads of the history do not load the data for reverting', async () => {
  const { ID: id } = await create({ name: 'Wordy', type: 'personal' }, multiplier(25));
  await harness.ask(recordsShare, { post_type: 'contacts', id, user_id: mona.userId }, multiplier(25));
  const undo = { write: 'x'.repeat(60_000) };
  await seedHistory(id, 20, () => ({ listed: true, actorId: 25, undo }));
  const about = { post_type: 'contacts', id };
  const reads = [
    () => historyOf(harness, about, mona),
    () => harness.ask(recordsActivity, { ...about, revert: true }, mona),
    () => harness.ask(recordsActivityItem, { ...about, activity_id: id * 1_000_000 }, mona),
    () => harness.ask(recordsActivityLog, {}, multiplier(25)),
  ];
  const bytes: number[] = [];
  for (const read of reads) bytes.push((await historyCost(read)).bytes);
  expect(bytes.map((each) => each > 0 && each < undo.write.length)).toEqual([true, true, true, true]);
});

describe('the activity log of a user', () => {
  const log = (userId: number) => harness.ask(recordsActivityLog, {}, multiplier(userId));

  test('shows the latest activity first, with the names of the records', async () => {
    const { ID: id } = await create({ name: 'Before', type: 'personal' }, multiplier(21));
    await update(id, { nickname: 'N', name: 'After' }, multiplier(21));
    const items = await log(21);
    expect(items[0]).toMatchObject({
      hist_time: expect.stringMatching(/^\d{10}$/),
      action: 'field_update',
      object_id: String(id),
      object_type: 'contacts',
      post_type: 'contacts',
      object_name: 'After',
      object_note: 'Name changed to After',
      object_note_short: 'Updated fields',
      object_subtype: 'name',
      meta_key: 'name',
      meta_value: 'After',
      field_type: 'text',
      field: 'Name',
      post_type_label: 'Contact',
      icon: 'fi-torso',
    });
    expect(items.map((item) => item.object_note)).toContain('Nickname changed to N');
  });

  test('omits records that were unshared or deleted', async () => {
    const { ID: id } = await create({ name: 'Shared', type: 'personal' }, multiplier(22));
    const about = { post_type: 'contacts', id };
    await harness.ask(recordsShare, { ...about, user_id: 23 }, multiplier(22));
    await update(id, { nickname: 'Mine' }, multiplier(23));
    expect((await log(23)).map((item) => item.object_note)).toEqual(['Nickname changed to Mine']);
    await harness.ask(recordsUnshare, { ...about, user_id: 23 }, multiplier(22));
    expect(await log(23)).toEqual([]);
    expect(await log(22)).not.toEqual([]);
    await harness.documents.deleteOne({ _id: id });
    expect(await log(22)).toEqual([]);
  });

  test('has at most a hundred items, found through an index', async () => {
    const { ID: id } = await create({ name: 'Busy', type: 'personal' }, multiplier(24));
    await seedHistory(id, 2_000, (index) => ({ listed: index % 2 === 0, actorId: 24 }));
    const cost = await historyCost(async () => expect(await log(24)).toHaveLength(100));
    expect(cost.sorted).toEqual([]);
    expect(cost.documents).toBeLessThan(1_000);
  });

  test('is empty for a service', async () => {
    expect(await harness.ask(recordsActivityLog, {}, systemActor('test'))).toEqual([]);
  });
});

test('rows beyond the retention are deleted, and the row counts stay right during concurrent writes', async () => {
  const changes = 30;
  const days = 10;
  const listedRows = (recordId: number) => harness.activity.countDocuments({ recordId, listed: true });
  const { ID: id } = await create({ name: 'Old' });
  const { ID: other } = await create({ name: 'Young' });
  for (let change = 0; change < changes; change += 1) await update(id, { nickname: `n${change}` });
  const all = await harness.activity.find({ recordId: id }).sort({ _id: 1 }).lean();
  const old = all.slice(0, changes / 2).map(({ _id }) => _id);
  const longAgo = Math.floor(Date.now() / 1_000) - (days + 1) * 24 * 60 * 60;
  await harness.activity.updateMany({ _id: { $in: old } }, { $set: { time: longAgo } });
  const young = await harness.activity.countDocuments({ recordId: other });

  await harness.start({ HISTORY_RETENTION_DAYS: String(days) });
  for (let change = 0; change < changes; change += 1) await update(id, { nickname: `m${change}` });
  await until(async () => expect(await harness.activity.countDocuments({ _id: { $in: old } })).toBe(0));
  await update(id, { nickname: 'last' });

  expect(await harness.activity.countDocuments({ recordId: id })).toBe(all.length - old.length + changes + 1);
  expect(await harness.stored(id)).toMatchObject({ listedRowCount: await listedRows(id) });
  expect((await activityOf(id)).total).toBe(await listedRows(id));
  expect(await harness.activity.countDocuments({ recordId: other })).toBe(young);
});
