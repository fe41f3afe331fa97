import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import mongoose, { type Connection, type mongo } from 'mongoose';
import { captureLog, until } from '@svc/testing';
import { stackOfSuite } from '@svc/testing/stack-harness';
import { Lease, LeaseLost } from './lease.ts';
import { JobFailed, LeasedJob, type JobRun, type LeasedJobOptions, type StoredJob } from './leased-job.ts';

interface Progress {
  readonly step: number;
}

type Options = Partial<LeasedJobOptions<Progress>> & Pick<LeasedJobOptions<Progress>, 'run'>;

const kit = stackOfSuite();
let connection: Connection;
let jobs: mongo.Collection<StoredJob>;
const started: LeasedJob<Progress>[] = [];

beforeAll(async () => {
  connection = await mongoose.createConnection(kit.stack.mongodbUrl).asPromise();
  jobs = connection.getClient().db('jobs').collection<StoredJob>('jobs');
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((job) => job.stop()));
  await jobs.deleteMany({});
});

afterAll(() => connection?.close());

function instance(options: Options): LeasedJob<Progress> {
  const { log } = captureLog();
  const job = new LeasedJob<Progress>({
    jobs,
    name: 'job',
    label: 'job',
    log,
    isOwnFault: () => true,
    ...options,
  });
  started.push(job);
  return job;
}

const state = () => jobs.findOne({ _id: 'job' });
const lease = () => ({ collection: connection.getClient().db('jobs').collection('jobs'), leaseMs: 60_000 });
const paths = { holder: 'holder', until: 'heldUntil' };

test('a run is executed once, by one instance', async () => {
  const ran: string[] = [];
  const run = async ({ id }: JobRun<Progress>) => void ran.push(id);
  const one = instance({ run });
  const other = instance({ run });
  const begun = await Promise.all([one, other, one].map((job) => job.begin({ step: 0 })));
  expect(begun.map(({ hasBegun }) => hasBegun).sort()).toEqual([false, false, true]);
  const runs = new Set(begun.map(({ job }) => job.run));
  one.start();
  other.start();
  await until(async () => expect(await state()).toMatchObject({ holder: null, endedAt: expect.any(Date) }));
  expect([runs.size, ran]).toEqual([1, [...runs]]);
  expect(await one.begin({ step: 0 }, new Date(0))).toMatchObject({ hasBegun: false });
  expect(await one.begin({ step: 0 }, new Date())).toMatchObject({ hasBegun: true });
});

test('a run of a stopped instance is continued by another from its saved progress', async () => {
  const { promise: open, resolve } = Promise.withResolvers<void>();
  const leaving = instance({
    run: async (run) => {
      await run.save({ step: 1 });
      resolve();
      await new Promise((left) => run.stopping.addEventListener('abort', left));
      await run.save({ step: 2 });
      await run.save({ step: 3 });
    },
  });
  await leaving.begin({ step: 0 });
  leaving.start();
  await open;
  await leaving.stop();
  const seen: number[] = [];
  instance({ run: async ({ progress }) => void seen.push(progress.step) }).start();
  await until(async () => expect(await state()).toHaveProperty('endedAt'));
  expect(seen).toEqual([2]);
});

test('writes of a former lease holder are refused', async () => {
  const end = new Promise<unknown>((resolve) => {
    const job = instance({
      run: async (run) => {
        await jobs.updateOne({ _id: 'job' }, { $set: { holder: 'another', heldUntil: new Date(8.64e15) } });
        resolve(await run.save({ step: 1 }).catch((error: unknown) => error));
        throw new LeaseLost();
      },
    });
    void job.begin({ step: 0 }).then(() => job.start());
  });
  expect(await end).toBeInstanceOf(LeaseLost);
  await until(async () => expect(await state()).toMatchObject({ holder: 'another', progress: { step: 0 } }));
  expect(await state()).not.toHaveProperty('endedAt');
});

test.each([
  ['at once when the job declares it', new JobFailed('no'), 1],
  ['after three other failures', new Error('no'), 3],
])('a run ends with its failure %s', async (_when, error, times) => {
  let ran = 0;
  const job = instance({
    run: async () => {
      ran += 1;
      throw error;
    },
  });
  await job.begin({ step: 0 });
  job.start();
  await until(async () => expect(await state()).toMatchObject({ failure: 'no', endedAt: expect.any(Date) }));
  expect(ran).toBe(times);
  expect(await job.jobStatus()).toMatchObject({ running: 0, failing: 0, failed: 1, reason: 'no' });
});

test('a run waits for an unreachable dependency, and shows the reason until it continues', async () => {
  let isAway = true;
  const job = instance({
    isOwnFault: () => false,
    run: async (run) => {
      if (isAway) throw new Error('away');
      await run.save({ step: 1 });
    },
  });
  await job.begin({ step: 0 });
  job.start();
  await until(async () => expect(await state()).toMatchObject({ reason: 'away' }));
  const counts = { name: 'job', waiting: 0, running: 0, failing: 0, failed: 0 };
  const late = { failing: 1, late_seconds: expect.any(Number), is_late: false, reason: 'away' };
  expect(await job.jobStatus()).toMatchObject({ name: 'job', ...late });
  await jobs.updateOne({ _id: 'job' }, { $set: { begunAt: new Date(Date.now() - 601_000) } });
  expect(await job.jobStatus()).toMatchObject({ is_late: true });
  isAway = false;
  await until(async () => expect(await state()).toHaveProperty('endedAt'));
  expect(await job.jobStatus()).toEqual({ ...counts, late_seconds: 0, is_late: false });
  expect(await state()).not.toHaveProperty('reason');
});

test('a cancelled run ends with its reason, and the instance that works on it stops', async () => {
  const { promise: open, resolve } = Promise.withResolvers<void>();
  const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
  const end = Promise.withResolvers<unknown>();
  const job = instance({
    run: async (run) => {
      resolve();
      await cancelled;
      const saved = run.save({ step: 1 });
      end.resolve(await saved.catch((error: unknown) => error));
      await saved;
    },
  });
  expect(await job.cancel('not wanted')).toBe(false);
  await job.begin({ step: 0 });
  job.start();
  await open;
  expect(await job.cancel('not wanted')).toBe(true);
  cancel();
  expect(await end.promise).toBeInstanceOf(LeaseLost);
  expect(await state()).toMatchObject({ failure: 'not wanted', progress: { step: 0 }, holder: null });
  expect(await job.begin({ step: 0 })).toMatchObject({ hasBegun: true });
});

test('an instance does not run a job that its condition excludes', async () => {
  let looks = 0;
  let ran = 0;
  const countingLooks = () => ({ $lt: Number((looks += 1) > 0) });
  const takes = Object.defineProperty({}, 'progress.step', { get: countingLooks, enumerable: true });
  const job = instance({ run: async () => void (ran += 1), takes });
  await job.begin({ step: 1 });
  job.start();
  // With the second look the first has ended.
  await until(() => expect(looks).toBeGreaterThanOrEqual(2));
  expect(ran).toBe(0);
  await jobs.updateOne({ _id: 'job' }, { $set: { 'progress.step': 0 } });
  await until(() => expect(ran).toBe(1));
});

test('a lease has one holder while it is renewed, and is free after it expires or is released', async () => {
  const free = {
    run: '',
    begunAt: new Date(),
    worked: 0,
    progress: {},
    holder: null,
    heldUntil: new Date(0),
  };
  await jobs.insertOne({ _id: 'held', ...free });
  const acquire = async () => Lease.acquire<StoredJob>({ ...lease(), ...paths }, { filter: { _id: 'held' } });
  const taken = (await Promise.all([acquire(), acquire(), acquire()])).filter((each) => each !== undefined);
  expect(taken).toHaveLength(1);
  await taken[0]?.lease.write({ failure: '$run', 'progress.text': { $gt: 1 } });
  expect(await jobs.findOne({ _id: 'held' })).toMatchObject({
    failure: '$run',
    progress: { text: { $gt: 1 } },
  });
  await taken[0]?.lease.release({ failure: undefined });
  const again = await acquire();
  expect(again?.document).not.toHaveProperty('failure');
  await expect(taken[0]?.lease.write()).rejects.toThrow(LeaseLost);
  await jobs.updateOne({ _id: 'held' }, { $set: { heldUntil: new Date(0) } });
  // As long as nobody has taken it, it still is the holder's.
  await again?.lease.write();
  expect(await acquire()).toBeUndefined();
});
