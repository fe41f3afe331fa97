import { describe, expect, test } from '@jest/globals';
import {
  recordsActivity,
  recordsActivityItem,
  recordsDelete,
  recordsMerge,
  recordsRevertActivity,
  recordsRevertActivityHistory,
  recordsShare,
  type Actor,
  type Fields,
  type RawActivityRow,
} from '@svc/contracts';
import { userActor } from '@svc/testing';
import { expectConsistent } from './testing/expect-consistent.ts';
import { expectGaplessHistory } from './testing/expect-gapless-history.ts';
import { recordClient, removing, values } from './testing/record-client.ts';
import { harnessOfSuite, multiplier, overseer, withExtensions } from './testing/records-harness.ts';
import { seedGrid } from './testing/seed-grid.ts';

const harness = harnessOfSuite({ before: seedGrid, settings: withExtensions('sample') });
const client = recordClient(harness);
const samplers = overseer(3, 'samples', 'sets');
const mona = { ...samplers, capabilities: [...samplers.capabilities, ...multiplier(3).capabilities] };

const create = (fields: Fields = {}, type = 'samples') =>
  client.create({ name: 'First', ...fields }, mona, type);
const update = (id: number, fields: Fields, type = 'samples') => client.update(id, fields, mona, type);
const get = (id: number, type = 'samples') => client.get(id, mona, type);

const revert = (id: number, activityId: number | string, caller: Actor = mona, type = 'samples') => {
  const input = { post_type: type, id, activity_id: Number(activityId) };
  return harness.ask(recordsRevertActivity, input, caller) as Promise<Fields>;
};
const bringBack = (id: number, fields: Fields = {}, caller: Actor = mona, type = 'samples') => {
  const input = { post_type: type, id, ts_start: 0, ...fields };
  return harness.ask(recordsRevertActivityHistory, input, caller) as Promise<Fields>;
};
const rowsOf = (id: number, fields: Fields = {}, type = 'samples') => {
  const input = { post_type: type, id, revert: true, ...fields };
  return harness.ask(recordsActivity, input, mona) as Promise<RawActivityRow[]>;
};

type Change = Fields | ((read: Fields) => Fields);

const channel = (...a_channel: Fields[]) => ({ a_channel });
const points = (places: Fields[], force_values = false) => ({
  some_places_meta: { values: places, force_values },
});

/**
 * What a record is created with, and what is changed then: each change is an update of its own. Values of other types are undone in
 * `history/write-to-revert.test.ts`.
 */
const rows: Readonly<Record<string, readonly [created: Fields, ...changes: readonly Change[]]>> = {
  'a name': [{}, { name: 'Second' }, { name: 'Third' }],
  'a text that the history shortens': [
    { a_textarea: `${'ä'.repeat(400)}\nend` },
    { a_textarea: 'b'.repeat(500) },
    { a_textarea: '' },
  ],
  'values of a channel': [
    channel({ key: 'a_1', value: '111', verified: true }, { value: '222', label: 'home' }),
    channel({ key: 'a_1', value: '112' }, { value: '333' }),
    channel({ key: 'a_1', verified: false }),
    ({ a_channel: held }) => channel(...(held as Fields[]).map(({ key }) => ({ key, delete: true }))),
  ],
  'places with points': [
    points([{ lng: 5, lat: 5, label: 'Here' }, { grid_id: 200 }]),
    points([{ lng: 15, lat: 5, label: 'There' }]),
    ({ some_places_meta: held }) => points([{ ...(held as Fields[])[0], label: 'Renamed' }], true),
  ],
};

/** A record as it was created, and its id after all changes. */
async function changed([created, ...changes]: readonly [created: Fields, ...changes: readonly Change[]]) {
  const { ID: id } = await create(created);
  const before = await get(id);
  for (const change of changes)
    await update(id, typeof change === 'function' ? change(await get(id)) : change);
  return { id, before: comparable(before) };
}

describe.each(Object.entries(rows))('the revert of %s', (_what, row) => {
  test('restores the created record', async () => {
    const { id, before } = await changed(row);
    const answer = await bringBack(id);
    expect(answer).toEqual(await get(id));
    expect(comparable(answer)).toEqual(before);
    await expectGaplessHistory(harness, id, row.length + 1);
    // What was brought back is a change like any other.
    expect(comparable(await bringBack(id, { ts_start: 0 }))).toEqual(before);
  });

  test('restores the created record item by item, from the latest on', async () => {
    const { id, before } = await changed(row);
    const newest = await harness.activity
      .find({ recordId: id, version: { $gt: 1 } })
      .sort({ version: -1, position: -1 })
      .lean();
    for (const { _id } of newest) await revert(id, _id);
    expect(comparable(await get(id))).toEqual(before);
  });
});

/** Without what every write changes; entries of a list in whatever order. */
function comparable({ last_modified: _modified, ...fields }: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map((entry) => JSON.stringify(entry)).sort() : value,
    ]),
  );
}

describe('reverted connections', () => {
  test('are restored from either end, with their meta and both counts', async () => {
    const set = await create({}, 'sets');
    const other = await create({}, 'sets');
    const kept = { values: [{ value: set.ID, meta: { role: 'host' } }] };
    const { ID: id } = await create({ sets: kept });
    const before = await get(id);
    await update(id, { sets: { values: [{ value: set.ID, delete: true }, { value: other.ID }] } });
    expect(await get(set.ID, 'sets')).toMatchObject({ sample_count: 0 });
    expect(comparable(await bringBack(id))).toEqual(comparable(before));
    expect(await get(set.ID, 'sets')).toMatchObject({ sample_count: 1, samples: [{ ID: id }] });
    expect(await get(other.ID, 'sets')).toMatchObject({ sample_count: 0 });

    const rows = harness.activity.find({ recordId: set.ID, action: 'connected to' });
    const [row] = await rows.sort({ version: -1 }).lean();
    await revert(set.ID, row?._id ?? 0, mona, 'sets');
    expect(await get(id)).toMatchObject({ sets: [] });
    expect(await get(set.ID, 'sets')).toMatchObject({ sample_count: 0 });
    await expectConsistent(harness);
  });

  test('restore a count that a user wrote', async () => {
    const { ID: set } = await create({ sample_count: 7 }, 'sets');
    const { ID: sample } = await create();
    await update(set, { samples: values(sample) }, 'sets');
    await update(set, { sample_count: 20 }, 'sets');
    expect(await bringBack(set, {}, mona, 'sets')).toMatchObject({ sample_count: 7 });
    expect(await get(sample)).toMatchObject({ sets: [] });
  });

  test('to a deleted record refuse the whole revert', async () => {
    const { ID: set } = await create({}, 'sets');
    const { ID: id } = await create({ sets: values(set), a_text: 'one' });
    await update(id, { a_text: 'two' });
    await update(id, { sets: removing(set) });
    await harness.ask(recordsDelete, { post_type: 'sets', id: set }, mona);
    const before = await harness.stored(id);
    await expect(bringBack(id)).rejects.toMatchObject({ code: 'add_connection_to_post', status: 400 });
    expect(await harness.stored(id)).toEqual(before);
    expect(await bringBack(id, { actions: ['field_update'] })).toMatchObject({ a_text: 'one' });
  });

  test('without a direction are removed on both records', async () => {
    const one = await create();
    const two = await create();
    await update(one.ID, { peers: values(two.ID) });
    await bringBack(two.ID);
    expect(await get(one.ID)).toMatchObject({ peers: [] });
    await expectConsistent(harness);
  });
});

describe('the history of a reverted record', () => {
  test('names the Revert Bot for a revert to a time, and the user for a revert of one item', async () => {
    const { ID: id } = await create({ a_text: 'one' });
    await update(id, { a_text: 'two' });
    await bringBack(id);
    const [newest] = await rowsOf(id, { number: 1, result_order: 'DESC' });
    const page = await client.activityOf(id, mona, 'samples');
    const told = page.activity.find(({ name }) => name === 'Revert Bot');
    expect(told).toMatchObject({ object_note: 'Text changed to one', avatar: '', gravatar: '' });
    const input = { post_type: 'samples', id, activity_id: Number(told?.histid) };
    expect(await harness.ask(recordsActivityItem, input, mona)).toMatchObject({
      user_caps: 'activity_revert',
      user_id: '3',
      meta_value: 'one',
      old_value: 'two',
      name: 'Revert Bot',
    });
    await revert(id, told?.histid ?? 0);
    const { activity } = await client.activityOf(id, mona, 'samples');
    const mine = activity.filter(({ name }) => name === 'User 3');
    expect(mine.map((item) => item.object_note)).toContain('Text changed to two');
    expect(newest).toMatchObject({ object_type: 'samples', meta_key: 'a_text' });
  });

  test('is reverted to a time, limited to the requested period and field types', async () => {
    const { ID: id } = await create({ a_text: 'one', a_number: 1 });
    await update(id, { a_text: 'two', a_number: 2 });
    await harness.activity.updateMany({ recordId: id }, { $inc: { time: -1_000 } });
    await update(id, { a_text: 'three', a_number: 3 });
    const [{ hist_time: time } = { hist_time: '' }] = await rowsOf(id);
    const numbers = { ts_start: Number(time), field_types: ['number'] };
    expect(await bringBack(id, numbers)).toMatchObject({ a_text: 'three', a_number: 2 });
    expect(await bringBack(id, { ts_start: Number(time) })).toMatchObject({ a_text: 'two', a_number: 2 });
    const earlier = { ts_start: 0, ts_end: Number(time) - 500, field_types: ['text'] };
    expect(await bringBack(id, earlier)).toMatchObject({ a_text: 'one', a_number: 2 });
  });

  test('returns stored rows by time, type and action, in both orders', async () => {
    const { ID: id } = await create({ a_channel: [{ key: 'a_1', value: '1' }] });
    await harness.activity.updateMany({ recordId: id }, { $inc: { time: -1_000 } });
    await update(id, { a_text: 'two', a_number: 2 });
    const keys = async (input: Fields) => (await rowsOf(id, input)).map((row) => row.meta_key);
    expect(await keys({})).toEqual(['a_text', 'a_number', 'a_1', 'a_1_details']);
    expect(await keys({ result_order: 'ASC' })).toEqual(['a_1_details', 'a_1', 'a_number', 'a_text']);
    expect(await keys({ number: 1, offset: 1 })).toEqual(['a_number']);
    expect(await keys({ field_types: ['number', 'details'] })).toEqual(['a_number', 'a_1_details']);
    expect(await keys({ actions: ['created'] })).toEqual(['']);
    const [{ hist_time: time } = { hist_time: '' }] = await rowsOf(id);
    expect(await keys({ ts_start: Number(time) })).toEqual(['a_text', 'a_number']);
    expect(await keys({ ts_end: Number(time) - 1 })).toEqual(['a_1', 'a_1_details']);
    const [text] = await rowsOf(id, { field_types: ['text'] });
    expect(text).toMatchObject({ object_name: 'First', user_caps: 'user', avatar: 'http://avatar.test/3' });
  });

  test('has the right total after updates, shares, merges and reverts', async () => {
    const expectTotal = async (id: number) => {
      const listed = await harness.activity.countDocuments({ recordId: id, listed: true });
      expect(await client.activityOf(id, mona, 'samples')).toMatchObject({ total: listed });
      expect((await harness.stored(id)).listedRowCount).toBe(listed);
    };
    const { ID: id } = await create({ a_text: 'one', a_channel: [{ value: '1' }] });
    await expectTotal(id);
    await update(id, { a_text: 'two', peers: values((await create()).ID) });
    await harness.ask(recordsShare, { post_type: 'samples', id, user_id: 4 }, mona);
    await expectTotal(id);
    const { ID: other } = await create({ a_number: 3 });
    const ids = { primary_post_id: other, archiving_post_id: id, merge_comments: false, values: {} };
    await harness.ask(recordsMerge, { post_type: 'samples', ...ids }, mona);
    await expectTotal(other);
    await bringBack(other);
    await expectTotal(other);
  });
});

describe('a revert is refused', () => {
  const refusal = (text: string | RegExp) => {
    return { code: 'revert_activity', status: 400, message: expect.stringMatching(text) };
  };

  test('for an item of another record, or a missing item', async () => {
    const { ID: id } = await create();
    const { ID: other } = await create();
    await update(other, { a_text: 'one' });
    const [row] = await rowsOf(other);
    for (const activityId of [Number(row?.histid), 999_999_999]) {
      const unknown = refusal(`^The history of the record ${id} has no item ${activityId}.$`);
      await client.expectRefused(id, () => revert(id, activityId), unknown);
    }
  });

  test.each(['created', 'share'])('for an item that is not a change of a field: %s', async (action) => {
    const { ID: id } = await create();
    await harness.ask(recordsShare, { post_type: 'samples', id, user_id: 4 }, mona);
    const row = await harness.activity.findOne({ recordId: id, action }).lean();
    await expect(revert(id, row?._id ?? 0)).rejects.toMatchObject(refusal('cannot be reverted'));
  });

  test('for a field that no longer exists', async () => {
    const { ID: id } = await create();
    await update(id, { a_text: 'one', a_number: 1 });
    const row = { recordId: id, metaKey: 'a_text' };
    await harness.activity.updateOne(row, { $set: { objectSubtype: 'gone' } });
    const about = refusal('^gone is no longer a field of samples.$');
    await client.expectRefused(id, () => bringBack(id), about);
  });

  test('when the old value is no longer valid', async () => {
    const { ID: id } = await create({ an_option: 'one', a_user: 4 });
    await update(id, { an_option: 'two', a_user: 5 });
    const row = { recordId: id, version: 2, metaKey: 'an_option' };
    await harness.activity.updateOne(row, { $set: { 'undo.write': 'undeclared' } });
    const about = { code: 'update_post', status: 400 };
    await client.expectRefused(id, () => bringBack(id), about);
    expect(await bringBack(id, { field_types: ['user_select'] })).toMatchObject({ a_user: { id: '4' } });
  });

  test('to users who cannot update or view the record', async () => {
    const { ID: id } = await create();
    await update(id, { a_text: 'one' });
    const [row] = await rowsOf(id);
    const stranger = userActor(4, 'User 4', ['access_samples']);
    const forbidden = { code: 'update_post', status: 403 };
    await client.expectRefused(id, () => revert(id, row?.histid ?? 0, stranger), forbidden);
    await client.expectRefused(id, () => bringBack(id, {}, stranger), forbidden);
    await expect(bringBack(999_999)).rejects.toMatchObject(forbidden);
    const blind = userActor(4, 'User 4', ['access_samples', 'update_any_samples']);
    const unseen = { code: 'get_post_activity', status: 403 };
    await client.expectRefused(id, () => bringBack(id, {}, blind), unseen);
  });
});

test('a revert does not run the rules of the restored values', async () => {
  const caller = multiplier(3);
  const { ID: id } = await client.create({ name: 'Led' }, caller);
  const before = await client.get(id, caller);
  await client.update(id, { quick_button_contact_established: 1, assigned_to: 4 }, caller);
  await client.update(id, { seeker_path: 'met', overall_status: 'paused' }, caller);
  const after = await bringBack(id, {}, caller, 'contacts');
  expect(comparable(after)).toEqual(comparable(before));
  expect(await client.notesOf(id, mona)).toContain('Seeker Path: Contact Attempt Needed');
});
