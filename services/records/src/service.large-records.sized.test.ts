import { expect, test } from '@jest/globals';
import { recordsDelete, recordsRevertActivityHistory, type Fields } from '@svc/contracts';
import { until } from '@svc/testing';
import { connect, connectedClient, connector } from './testing/connected-client.ts';
import { recordClient } from './testing/record-client.ts';
import { harnessOfSuite, overseer, withExtensions } from './testing/records-harness.ts';

const harness = harnessOfSuite({ instances: 2, settings: withExtensions('connected', 'sample') });

test('a deleted record with more connections than fit in a transaction loses them all, in parts', async () => {
  const { create, update, get } = connectedClient(harness);
  const team = await create('teams', { name: 'Large' });
  const add = async (count: number) => {
    const people = await harness.seed('people', count);
    await update('teams', team.ID, { members: connect(...people) });
  };
  await add(1_000);
  await add(30);
  const [first] = await harness.edges.find({ to: team.ID }).limit(1).lean();
  await harness.ask(recordsDelete, { post_type: 'teams', id: team.ID }, connector(3));
  await until(async () => expect(await harness.edges.countDocuments({ to: team.ID })).toBe(0));
  expect(await harness.stored(first?.from ?? 0)).toMatchObject({
    degrees: { 'people_to_teams:from': 0 },
    linkTerms: [],
  });
  expect((await get('people', first?.from ?? 0))['teams']).toEqual([]);
});

test('a revert of more changes or megabytes than the maximum is refused', async () => {
  const caller = overseer(3, 'samples');
  const client = recordClient(harness);
  const bringBack = (id: number, fields: Fields = {}) => {
    const input = { post_type: 'samples', id, ts_start: 0, ...fields };
    return harness.ask(recordsRevertActivityHistory, input, caller);
  };
  const refusal = (text: RegExp) => ({
    code: 'revert_activity',
    status: 400,
    message: expect.stringMatching(text),
  });
  const { ID: id } = await client.create({ name: 'First' }, caller, 'samples');
  await client.update(id, { a_text: 'one' }, caller, 'samples');
  const row = await harness.activity.findOne({ recordId: id, metaKey: 'a_text' }).lean();
  const more = (rows: number, write: string) =>
    Array.from({ length: rows }, (_, index) => {
      return { ...row, _id: id * 1_000_000 + index, position: index + 1, time: 1_000, undo: { write } };
    });
  await harness.activity.collection.insertMany(more(5, 'x'.repeat(8_000_000)) as never[]);
  await client.expectRefused(id, () => bringBack(id), refusal(/larger than the maximum of 32 MB/));
  await harness.activity.deleteMany({ time: 1_000 });
  await harness.activity.collection.insertMany(more(10_000, 'x') as never[]);
  await client.expectRefused(id, () => bringBack(id), refusal(/^More than the maximum of 10000 changes/));
  expect(await bringBack(id, { ts_start: 1_001 })).not.toHaveProperty('a_text');
});
