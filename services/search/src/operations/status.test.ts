import { expect, test } from '@jest/globals';
import type { Model } from 'mongoose';
import type { NatsConnection } from 'nats';
import type { SearchEngine } from '../engine/search-engine.ts';
import type { IndexJob } from '../indexing/index-job.ts';
import { lagOf } from './status.ts';

const since = new Date('2026-03-01T12:00:05Z');

const jobs = {
  countDocuments: async () => 1,
  findOne: () => ({ sort: () => ({ lean: async () => ({ since }) }) }),
} as unknown as Model<IndexJob>;
const bus = {
  jetstreamManager: async () => ({
    consumers: { info: async () => ({ num_pending: 0, num_ack_pending: 0 }) },
  }),
} as unknown as NatsConnection;
const engine = {
  indexUids: () => ['records'],
  client: { tasks: { getTasks: async () => ({ total: 0 }) } },
} as unknown as SearchEngine;
const rebuilds = { state: async () => undefined };

test.each([
  ['has waited for a while', '2026-03-01T12:00:07Z', 2],
  ['begins while the lag is read', '2026-03-01T12:00:04Z', 0],
])('the age of a job that %s is not negative', async (_what, now, age) => {
  expect(
    (await lagOf({ jobs, bus, engine, rebuilds, checks: rebuilds, checkAt: undefined }, new Date(now)))
      .oldest_job,
  ).toBe(age);
});
