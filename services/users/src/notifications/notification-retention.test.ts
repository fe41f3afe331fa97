import { expect, test } from '@jest/globals';
import { until } from '@svc/service-kit/testing';
import { harnessOfSuite } from '../testing/users-harness.ts';

const harness = harnessOfSuite();

test('notifications that are too old go, wherever they are among the others', async () => {
  const { connection } = await harness.database();
  const notifications = connection.collection<{ _id: number; at: Date }>('notifications');
  const day = 24 * 60 * 60 * 1_000;
  const rows = Array.from({ length: 1_200 }, (_nothing, _id) => ({
    _id: _id + 1,
    at: new Date(Date.now() - (_id % 3 === 0 ? 31 : 29) * day),
    eventId: `e${_id}`,
  }));
  await notifications.insertMany(rows);
  await harness.start();
  const service = await harness.start({ NOTIFICATION_RETENTION_DAYS: '30' });
  await until(async () => expect(await notifications.countDocuments()).toBe(800));
  await service.stop();
  expect(await notifications.countDocuments({ at: { $lt: new Date(Date.now() - 30 * day) } })).toBe(0);
});
