import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import mongoose, { type Connection, type mongo } from 'mongoose';
import { captureLog, until } from '@svc/testing';
import { stackOfSuite } from '@svc/testing/stack-harness';
import { ServiceMetrics } from '../ops/service-metrics.ts';
import { Worker } from './worker.ts';
import { WorkQueue, type HeldWork, type StoredWork, type WorkQueueOptions } from './work-queue.ts';

interface Letter extends StoredWork {
  readonly state: string;
  readonly owner: string;
  readonly isUrgent?: boolean;
  readonly tries: number;
  readonly createdAt: Date;
}

const kit = stackOfSuite();
const start = new Date('2026-11-29T12:00:00Z').getTime();
const second = 1_000;
let connection: Connection;
let letters: mongo.Collection<Letter>;
let now = start;
let metrics: ServiceMetrics;
let endCounting: () => void;
const workers: Worker<Letter>[] = [];

beforeAll(async () => {
  connection = await mongoose.createConnection(kit.stack.mongodbUrl).asPromise();
  letters = connection.getClient().db('work').collection<Letter>('letters');
});

beforeEach(() => {
  now = start;
  metrics = new ServiceMetrics('users');
  endCounting = metrics.countJobs();
});

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  endCounting();
  await letters.deleteMany({});
});

afterAll(() => connection?.close());

function letterQueue(options: Partial<WorkQueueOptions> = {}): WorkQueue<Letter> {
  return new WorkQueue<Letter>({
    job: 'send letters',
    collection: letters as unknown as mongo.Collection,
    waiting: { state: 'waiting' },
    failed: { state: 'failed' },
    sort: { dueAt: 1, _id: 1 },
    paths: { attempts: 'tries', since: 'createdAt' },
    leaseMs: 60 * second,
    backoff: { firstMs: second, maxMs: 8 * second },
    givenUp: (reason) => ({ state: 'failed', reason }),
    isLateWhileFailing: true,
    now: () => new Date(now),
    ...options,
  });
}

async function insert(_id: string, values: Partial<Letter> = {}): Promise<void> {
  const times = { dueAt: new Date(start), createdAt: new Date(start) };
  await letters.insertOne({ _id, state: 'waiting', owner: 'a', claim: null, tries: 0, ...times, ...values });
}

const stored = (_id: string) => letters.findOne({ _id });
const idsOf = (held: readonly HeldWork<Letter>[]) => held.map(({ piece }) => piece._id);

async function attempts(): Promise<Record<string, number>> {
  const { values } = await metrics.jobAttempts.get();
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.outcome), value]));
}

function work(queue: WorkQueue<Letter>, options: Partial<ConstructorParameters<typeof Worker<Letter>>[0]>) {
  const run = async () => undefined;
  const worker = new Worker<Letter>({ queue, run, everyMs: 20, log: captureLog().log, ...options });
  workers.push(worker);
  worker.start();
  return worker;
}

test('a piece is taken by one instance, and by another when its lease has ended', async () => {
  await insert('one');
  const queue = letterQueue();
  const taken = await Promise.all([queue.take(5), queue.take(5), queue.take(5)]);
  expect(taken.flatMap(idsOf)).toEqual(['one']);
  now += 59 * second;
  expect(await queue.take(5)).toEqual([]);
  now += 2 * second;
  const [again] = await queue.take(5);
  expect(again?.attempts).toBe(2);
  const [former] = taken.flat();
  await former?.end('sent', { state: 'sent' });
  expect(await stored('one')).toMatchObject({ state: 'waiting', claim: again?.piece.claim });
  await again?.end('sent', { state: 'sent' });
  expect(await stored('one')).toMatchObject({ state: 'sent', claim: null, tries: 2 });
  expect(await attempts()).toEqual({ lost: 1, sent: 1 });
});

test('failed attempts are repeated with growing pauses until their time is over', async () => {
  await insert('one', { retryUntil: new Date(start + 8 * second) });
  const queue = letterQueue();
  const pauses: number[] = [];
  for (;;) {
    const [held] = await queue.take(1);
    if ((await held?.retry('no')) !== 'retried') break;
    const { dueAt } = (await stored('one')) as Letter;
    pauses.push((dueAt?.getTime() ?? 0) - now);
    now = dueAt?.getTime() ?? 0;
    expect(await queue.nextAt()).toEqual(dueAt);
  }
  expect(pauses).toEqual([second, 2 * second, 4 * second]);
  expect(await stored('one')).toMatchObject({ state: 'failed', reason: 'no', claim: null });
  expect(await attempts()).toEqual({ retried: 3, failed: 1 });
});

test('a piece that is given back is due without an attempt', async () => {
  await insert('one');
  const queue = letterQueue();
  const [held] = await queue.take(1);
  await held?.giveBack(new Date(start + second));
  expect(await queue.take(1)).toEqual([]);
  now += second;
  expect((await queue.take(1))[0]?.attempts).toBe(1);
});

test('owners take turns, after urgent pieces, and none gets more than its share', async () => {
  for (const each of [1, 2, 3, 4]) await insert(`a${each}`);
  await insert('b1', { owner: 'b', dueAt: new Date(start + 1) });
  await insert('b2', { owner: 'b', dueAt: new Date(start + 2), isUrgent: true });
  await insert('c1', { owner: 'c', dueAt: new Date(start + 3) });
  now += second;
  const sort = { isUrgent: -1, dueAt: 1, _id: 1 } as const;
  const queue = letterQueue({ sort, priority: 'isUrgent', owner: { path: 'owner', atOnce: 3 } });
  const first = await queue.take(4);
  expect(idsOf(first)).toEqual(['b2', 'a1', 'b1', 'c1']);
  const held = first.map(({ piece }) => piece);
  expect(idsOf(await queue.take(4, held))).toEqual(['a2', 'a3']);
  const ofA = held.filter(({ owner }) => owner === 'a');
  expect(await queue.take(4, [...ofA, ...ofA, ...ofA])).toEqual([]);
  expect(await queue.nextAt([...ofA, ...ofA, ...ofA])).toBeDefined();
});

test('a cancelled piece is not done, and an instance that works on it cannot store its outcome', async () => {
  await insert('held');
  await insert('waiting');
  const queue = letterQueue();
  const [held] = await queue.take(1);
  expect(await queue.cancel({ owner: 'a' }, { state: 'cancelled' })).toBe(2);
  await held?.end('sent', { state: 'sent' });
  await expect(held?.write({})).rejects.toThrow('another instance');
  const states = await letters.find().toArray();
  expect(states.map(({ state, claim }) => [state, claim])).toEqual([
    ['cancelled', null],
    ['cancelled', null],
  ]);
  expect(await queue.take(5)).toEqual([]);
  expect(await attempts()).toEqual({ cancelled: 2, lost: 1 });
});

test('a piece whose effect had begun in a killed instance is ended by the rule of its queue', async () => {
  await insert('one');
  const marked = { state: 'sending' };
  const lost = () => [{ filter: marked, values: { state: 'uncertain' }, outcome: 'uncertain' }];
  const queue = letterQueue({ marked, lost });
  const [held] = await queue.take(1);
  await held?.write({ state: 'sending' });
  expect(await queue.endLost()).toBeUndefined();
  now = (await queue.nextAt())?.getTime() ?? 0;
  expect(now).toBe(start + 60 * second);
  const ended = await Promise.all([queue.endLost(), queue.endLost()]);
  expect(ended.filter((each) => each !== undefined)).toMatchObject([
    { outcome: 'uncertain', piece: { _id: 'one', state: 'uncertain', claim: null } },
  ]);
});

test('the status counts pieces, shows for how long the oldest is late, and why', async () => {
  const queue = letterQueue();
  expect(await queue.jobStatus()).toEqual({
    name: 'send letters',
    waiting: 0,
    running: 0,
    failing: 0,
    failed: 0,
    late_seconds: 0,
    is_late: false,
  });
  await insert('failing', { dueAt: new Date(start - 60 * second), createdAt: new Date(start - 60 * second) });
  const [failing] = await queue.take(1);
  await failing?.retry('the server is away');
  await insert('held');
  await queue.take(1);
  await insert('later', { dueAt: new Date(start + 3_600 * second) });
  await insert('given up', { state: 'failed' });
  expect(await queue.jobStatus()).toEqual({
    name: 'send letters',
    waiting: 2,
    running: 1,
    failing: 1,
    failed: 1,
    late_seconds: 60,
    is_late: false,
    reason: 'the server is away',
  });
  const lenient = letterQueue({ isLateWhileFailing: false });
  expect(await lenient.jobStatus()).toMatchObject({ failing: 1, late_seconds: 0 });
  expect(await letterQueue({ lateAfterMs: 59_000 }).jobStatus()).toMatchObject({ is_late: true });
  metrics.watchJobs([queue]);
  const text = await metrics.registry.metrics();
  expect(text).toContain('svc_job_pieces{job="send letters",state="failing",service="users"} 1');
  expect(text).toContain('svc_job_late_seconds{job="send letters",service="users"} 60');
});

test('a worker does all due pieces, at most so many at a time, and those that are queued while it sleeps', async () => {
  for (let each = 0; each < 7; each += 1) await insert(`${each}`);
  let running = 0;
  let most = 0;
  const queue = letterQueue();
  const worker = work(queue, {
    everyMs: 1_000_000,
    atOnce: 3,
    async run([held]) {
      most = Math.max(most, (running += 1));
      await new Promise((done) => setImmediate(done));
      await held?.end('sent', { state: 'sent' });
      running -= 1;
    },
  });
  await until(async () => expect(await letters.countDocuments({ state: 'sent' })).toBe(7));
  expect(most).toBe(3);
  await insert('woken');
  worker.wake();
  await until(async () => expect(await stored('woken')).toMatchObject({ state: 'sent' }));
});

test('a worker repeats the pieces of a run that rejects', async () => {
  await insert('failing');
  await insert('open');
  const seen: string[] = [];
  work(letterQueue(), {
    everyMs: 1_000_000,
    batch: 2,
    async run(held) {
      seen.push(...idsOf(held));
      throw new Error('no');
    },
  });
  await until(async () =>
    expect(await stored('open')).toMatchObject({ reason: 'no', tries: 1, claim: null }),
  );
  expect(seen).toEqual(['failing', 'open']);
});

test('a worker gives open pieces back, and rests until the time that a run returns', async () => {
  await insert('one');
  let runs = 0;
  work(letterQueue(), {
    async run() {
      runs += 1;
      return new Date(start + second);
    },
  });
  await until(() => expect(runs).toBe(1));
  await until(async () => expect(await stored('one')).toMatchObject({ claim: null, tries: 0 }));
  now += second;
  await until(() => expect(runs).toBeGreaterThan(1));
});

test('a worker that stops takes no more pieces, and waits for those under way', async () => {
  await insert('one');
  await insert('two');
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const worker = work(letterQueue(), {
    async run([held], stopping) {
      resolve();
      await new Promise((stopped) => stopping.addEventListener('abort', stopped));
      await held?.end('sent', { state: 'sent' });
    },
  });
  await begun;
  await worker.stop();
  expect((await letters.find().toArray()).map(({ state }) => state).sort()).toEqual(['sent', 'waiting']);
});
