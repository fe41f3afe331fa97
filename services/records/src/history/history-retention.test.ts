import { expect, test } from '@jest/globals';
import { until } from '@svc/service-kit/testing';
import { recordClient } from '../testing/record-client.ts';
import { harnessOfSuite } from '../testing/records-harness.ts';

const changes = 30;
const days = 10;

const harness = harnessOfSuite();
const { create, update, activityOf } = recordClient(harness);

const listedRows = (recordId: number) => harness.activity.countDocuments({ recordId, listed: true });

test('rows that are too old go, and records know how many they have left, whatever is written meanwhile', async () => {
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
