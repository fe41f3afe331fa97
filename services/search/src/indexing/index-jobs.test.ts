import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { MeiliSearchApiError, MeiliSearchRequestError, MeiliSearchRequestTimeOutError } from 'meilisearch';
import mongoose, { type Connection, type Model } from 'mongoose';
import { ServiceMetrics } from '@svc/service-kit';
import { captureLog, type LogLine, type Stack, throwAwayStack, until } from '@svc/testing';
import { maxRefusals } from './after-failure.ts';
import { indexJobModel, type IndexJob } from './index-job.ts';
import { IndexJobs } from './index-jobs.ts';

const poison = 13;
const tooLarge = new MeiliSearchApiError(new Response('{}', { status: 413, statusText: 'too large' }));

let stack: Stack;
let connection: Connection;
let model: Model<IndexJob>;
let metrics: ServiceMetrics;
let endCounting: () => void;
let lines: LogLine[];
let jobs: IndexJobs;
let options: ConstructorParameters<typeof IndexJobs>[0];
/** Ids that reached the index, and what happens to a job that holds the poisonous one. */
let written: Set<number>;
let refusal: Error | undefined;
let tried: number;

beforeAll(async () => {
  stack = await throwAwayStack();
  connection = await mongoose.createConnection(stack.mongodbUrl).asPromise();
  model = indexJobModel(connection);
});

afterAll(async () => {
  await connection?.close();
  await stack?.stop();
});

beforeEach(async () => {
  await model.deleteMany({});
  written = new Set();
  refusal = tooLarge;
  tried = 0;
  const captured = captureLog('search');
  lines = captured.lines;
  metrics = new ServiceMetrics('search');
  endCounting = metrics.countJobs();
  options = { model, run, log: captured.log };
  jobs = new IndexJobs(options);
});

afterEach(() => endCounting());

async function run({ recordIds, commentIds }: IndexJob): Promise<void> {
  tried += 1;
  const ids = [...recordIds, ...commentIds];
  if (refusal && ids.includes(poison)) throw refusal;
  for (const id of ids) written.add(id);
}

/** Runs due jobs until none is due and none is under way. */
async function sweep(): Promise<void> {
  const sweeping = new IndexJobs(options);
  sweeping.start();
  await until(async () => {
    const isOpen = [{ claim: { $ne: null } }, { dueAt: { $lte: new Date() } }];
    expect(await model.countDocuments({ dueAt: { $exists: true }, $or: isOpen })).toBe(0);
  });
  await sweeping.stop();
}

/** Has whatever is kept for later be due, and done. */
async function sweepLater(): Promise<void> {
  await model.updateMany({ dueAt: { $exists: true } }, { $set: { dueAt: new Date(0) } });
  await sweep();
}

async function sweepAll(): Promise<void> {
  for (let sweeps = 0; sweeps <= maxRefusals; sweeps += 1) await sweepLater();
}

async function setAsideCount(): Promise<number> {
  const { values } = await metrics.jobAttempts.get();
  return values.find(({ labels }) => labels.outcome === 'failed')?.value ?? 0;
}

const many = Array.from({ length: 200 }, (_unused, index) => index);

test('an entry that the engine refuses does not block the rest of its batch', async () => {
  await jobs.do({ recordIds: many });
  expect(written.size).toBe(0);
  await sweep();
  expect(many.filter((id) => !written.has(id))).toEqual([poison]);
  expect(await model.find().lean()).toMatchObject([{ recordIds: [poison], commentIds: [], refusals: 1 }]);
});

test('a refused entry is set aside with its error, logged, and not retried', async () => {
  await jobs.do({ commentIds: [12, poison] });
  await sweepAll();
  const triedBefore = tried;
  await sweepAll();
  expect(tried).toBe(triedBefore);
  const [kept, ...others] = await model.find().lean();
  expect(others).toEqual([]);
  expect(kept).toMatchObject({
    commentIds: [poison],
    refusals: maxRefusals,
    setAside: { error: 'MeiliSearchApiError: 413: too large' },
  });
  expect(kept).not.toHaveProperty('dueAt');
  expect(lines.filter(({ level }) => level === 50 || level === 'error')).toMatchObject([
    { msg: 'index job set aside: its entry cannot be written', commentIds: [poison] },
  ]);
  expect(await setAsideCount()).toBe(1);
});

test('a set-aside job is removed once its entry is written', async () => {
  await jobs.do({ recordIds: [poison] });
  await jobs.do({ commentIds: [poison] });
  await sweepAll();
  expect(await model.countDocuments()).toBe(2);
  refusal = undefined;
  await jobs.do({ recordIds: [poison, 14] });
  expect(await model.find().lean()).toMatchObject([{ recordIds: [], commentIds: [poison] }]);
});

test('a job waits for an unreachable engine without being split or set aside', async () => {
  refusal = new MeiliSearchRequestError('http://engine', new Error('ECONNREFUSED'));
  await jobs.do({ recordIds: [1, poison] });
  await sweepAll();
  await sweepAll();
  expect(await model.find().lean()).toMatchObject([{ recordIds: [1, poison], refusals: 0 }]);
  expect(await setAsideCount()).toBe(0);
  refusal = undefined;
  await sweepLater();
  expect(written).toEqual(new Set([1, poison]));
  expect(await model.countDocuments()).toBe(0);
});

test('a job of which a request got no answer in time is repeated once after it is done', async () => {
  refusal = new MeiliSearchRequestTimeOutError(3_000, {});
  await jobs.do({ recordIds: [1, poison] });
  await sweepLater();
  refusal = undefined;
  await sweepLater();
  expect(written).toEqual(new Set([1, poison]));
  expect(await model.find().lean()).toMatchObject([{ recordIds: [1, poison], failures: 0, claim: null }]);
  const triedBefore = tried;
  await sweepLater();
  expect(tried).toBe(triedBefore + 1);
  expect(await model.countDocuments()).toBe(0);
});

test('a job that was lost with its instance is repeated once after it is done', async () => {
  const ended = { claim: 'an instance that was killed', dueAt: new Date(0), failures: 1, refusals: 0 };
  await model.create([{ _id: 'lost', recordIds: [2], commentIds: [], since: new Date(0), ...ended }]);
  await sweep();
  expect(written).toEqual(new Set([2]));
  expect(await model.find().lean()).toMatchObject([{ recordIds: [2], failures: 0 }]);
});
