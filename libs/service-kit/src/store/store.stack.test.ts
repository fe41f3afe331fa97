import { beforeAll, expect, jest, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { mongo } from 'mongoose';
import { z } from 'zod';
import { defineCommand, ServiceError } from '@svc/contracts';
import { captureLog, commandsFor, readEvents, until } from '@svc/testing';
import { Deadline } from '../time/deadline.ts';
import { stackOfSuite } from '@svc/testing/stack-harness';
import { StoreInstance } from './testing/store-instance.ts';
import type { Commit, EventDraft } from './commit.ts';
import { CommitGroup } from './commit-group.ts';
import { connectStore } from './connect-store.ts';
import { Store } from './store.ts';

const command = defineCommand({
  name: 'comments.store_test',
  sender: 'records',
  summary: 'A test.',
  input: z.object({ n: z.int() }),
  result: z.object({ done: z.int() }),
});

const kit = stackOfSuite({ isAlone: true });
let one: StoreInstance;
let two: StoreInstance;

beforeAll(async () => {
  [one, two] = await Promise.all([StoreInstance.open(kit), StoreInstance.open(kit)]);
});

const event = (postType: string): EventDraft => {
  const rest = { subject: `${postType}/1`, data: { id: 1 }, withoutValues: () => ({}) };
  return { entity: 'record', verb: 'updated', postType, ...rest };
};

/** What a failed or repeated write may not have left behind. */
async function traces(id: string, key?: string) {
  const kept = key && (await one.store.idempotency.model.countDocuments({ _id: { $regex: key } }));
  return {
    document: await one.items.findById(id).lean(),
    outbox: await one.store.outbox.countDocuments({
      $or: [{ subject: { $regex: `\\.${id}\\.` } }, { 'items.subject': { $regex: `\\.${id}\\.` } }],
    }),
    events: (await readEvents(kit.harness.bus, `svc.events.record.${id}.>`)).length,
    kept: kept ?? 0,
  };
}

test('commits that are written together succeed or fail separately', async () => {
  const there = randomUUID();
  const outdated = randomUUID();
  const repeated = randomUUID();
  await one.items.create([{ _id: there, version: 1, count: 1 }]);
  await one.items.create([{ _id: outdated, version: 1, count: 1 }]);
  const repeat = one.call({ key: repeated });
  const write = async (id: string) => ({ writes: [one.insert(id)], events: [event(id)], answer: id });
  await one.store.commit(repeat, () => write(repeated));
  const ids = Array.from({ length: 60 }, () => randomUUID());
  let builds = 0;
  const outcomes = await Promise.allSettled([
    ...ids.slice(0, 30).map((id) => one.store.commit(one.call(), () => write(id))),
    one.store.commit(one.call(), () => write(there)),
    one.store.commit(one.call(), async () => {
      builds += 1;
      const change = await one.countUp(outdated);
      if (builds === 1) await one.items.updateOne({ _id: outdated }, { $inc: { count: 1, version: 1 } });
      return { writes: [change], answer: outdated };
    }),
    one.store.commit(repeat, () => write(repeated)),
    ...ids.slice(30).map((id) => one.store.commit(one.call(), () => write(id))),
  ]);
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'))).toEqual([
    ...ids.slice(0, 30),
    'failed',
    outdated,
    repeated,
    ...ids.slice(30),
  ]);
  expect(await one.items.countDocuments({ _id: { $in: ids } })).toBe(60);
  expect(await one.items.findById(outdated).lean()).toMatchObject({ count: 3, version: 3 });
  for (const id of [ids[0], ids[59], repeated] as string[])
    await until(async () => expect(await traces(id)).toMatchObject({ events: 1, outbox: 0 }));
  expect(await traces(there)).toMatchObject({ document: { count: 1 }, outbox: 0, events: 0 });
});

const never = (): never => {
  throw new Error('the commits have no events');
};

test('a commit past its deadline does not fail the commits written with it', async () => {
  const group = new CommitGroup(one.store.connection, { insertionOf: () => never(), publish: never });
  const ids = [randomUUID(), randomUUID()] as const;
  const deadlines = [Deadline.after(0), Deadline.after()] as const;
  const writing = ids.map((id, index) =>
    group.write({ writes: [one.insert(id)] }, deadlines[index] as Deadline),
  );
  const outcomes = await Promise.allSettled(writing);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(await one.items.find({ _id: { $in: ids } }, { _id: 1 }).lean()).toEqual([{ _id: ids[1] }]);
});

test('concurrent writers on two instances all commit, one after the other', async () => {
  const id = randomUUID();
  await one.items.create([{ _id: id, version: 1, count: 0 }]);
  const writers = Array.from({ length: 16 }, (_, index) => {
    const on = index % 2 === 0 ? one : two;
    return on.store.commit(one.call({ milliseconds: 20_000 }), async () => ({
      writes: [await on.countUp(id)],
      events: [event(id)],
      answer: 0,
    }));
  });
  await Promise.all(writers);
  expect(await one.items.findById(id).lean()).toMatchObject({ count: 16, version: 17 });
  await until(async () => expect(await traces(id)).toMatchObject({ events: 16, outbox: 0 }));
});

/** A write that finds that another one was faster. */
const outdated = () => one.collection.delete({ _id: 'nobody' });

test.each<[string, (id: string) => Partial<Commit<unknown>> | Promise<never>, object]>([
  [
    'with a write that fails',
    (id) => ({ writes: [one.insert(id), one.insert(id)] }),
    { name: 'MongoClientBulkWriteError' },
  ],
  [
    'with a build that throws',
    () => Promise.reject(new ServiceError('update_post', 'No.')),
    { code: 'update_post' },
  ],
  [
    'that conflicts until its deadline',
    (id) => ({ writes: [one.insert(id), outdated()] }),
    { code: 'write_conflict', status: 503 },
  ],
  [
    'with a command that is larger than the maximum payload',
    () => ({ commands: [{ command, input: { n: 1, text: 'x'.repeat(9 * 1024 * 1024) } }] }),
    { message: expect.stringContaining('larger than the bus accepts') },
  ],
])('a commit %s leaves no document, no event and no kept answer', async (_which, build, refusal) => {
  const id = randomUUID();
  const key = randomUUID();
  const failing = one.store.commit(one.call({ key, milliseconds: 5_000 }), async () => ({
    writes: [one.insert(id)],
    events: [event(id)],
    answer: 1,
    ...(await build(id)),
  }));
  await expect(failing).rejects.toMatchObject(refusal);
  expect(await traces(id, key)).toEqual({ document: null, outbox: 0, events: 0, kept: 0 });
});

test('a conflicting commit is built again, also when it inserts the same id as the other write', async () => {
  const id = randomUUID();
  let builds = 0;
  await one.store.commit(one.call(), async () => {
    builds += 1;
    if (builds > 1) return { writes: [], answer: 0 };
    await one.items.create({ _id: id, count: 1, version: 1 });
    return { writes: [outdated(), one.insert(id)], answer: 0 };
  });
  expect(builds).toBe(2);
});

test('a commit past its deadline after a conflict is a conflict too', async () => {
  let builds = 0;
  const call = one.call({ milliseconds: 5_000 });
  const failing = one.store.commit(call, async () => {
    builds += 1;
    if (builds > 1) await until(() => expect(call.deadline.isOver).toBe(true));
    return { writes: [outdated()], answer: 0 };
  });
  await expect(failing).rejects.toMatchObject({ code: 'write_conflict' });
});

test.each([
  ['writes', jest.spyOn(mongo.MongoClient.prototype, 'bulkWrite')],
  ['commits', jest.spyOn(mongo.ClientSession.prototype, 'commitTransaction')],
])('a transaction that expires while it %s is repeated', async (_what, ended) => {
  const id = randomUUID();
  ended.mockClear().mockRejectedValueOnce(new mongo.MongoServerError({ code: 290, errmsg: 'expired' }));
  await one.store.commit(one.call(), async () => ({ writes: [one.insert(id)], answer: 0 }));
  expect(ended).toHaveBeenCalledTimes(2);
  expect(await one.items.countDocuments({ _id: id })).toBe(1);
});

test('a commit to a database that does not answer ends at its deadline', async () => {
  const id = randomUUID();
  const { pid } = kit.stack.servers.find(({ name }) => name === 'mongodb') ?? {};
  if (pid === undefined) return;
  const failing = one.store.commit(one.call({ milliseconds: 1_000 }), async () => {
    process.kill(pid, 'SIGSTOP');
    // On a busy machine it may answer for a moment after the signal.
    await until(() => expect(stateOf(pid)).toBe('T'));
    return { writes: [one.insert(id)], answer: 0 };
  });
  try {
    await expect(failing).rejects.toMatchObject({ status: 503 });
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await until(() => one.store.check());
});

test('afterwards runs once, after the commit', async () => {
  const id = randomUUID();
  const seen: unknown[] = [];
  await one.store.commit(one.call(), async () => ({
    writes: [one.insert(id)],
    answer: 0,
    afterwards: async () => void seen.push(await two.items.findById(id).lean()),
  }));
  expect(seen).toEqual([expect.objectContaining({ _id: id })]);
});

test('a slow afterwards does not delay the answer beyond the deadline', async () => {
  let finish = () => {};
  const answer = await one.store.commit(one.call({ milliseconds: 2_000 }), async () => ({
    writes: [],
    answer: 'written',
    afterwards: () => new Promise<void>((resolve) => (finish = resolve)),
  }));
  finish();
  expect(answer).toBe('written');
});

test('the answer includes the results of its commands, and a repeat gets the same answer', async () => {
  const key = randomUUID();
  const carrier = await commandsFor(kit.harness, command, { done: 7 });
  let finished = 0;
  const build = async (): Promise<Commit<unknown>> => ({
    writes: [],
    commands: [
      { command, input: { n: 1 } },
      { command, input: { n: 2 } },
    ],
    answer: 'unfinished',
    finish: (results) => {
      finished += 1;
      return { results };
    },
  });
  const answer = await one.store.commit(one.call({ key }), build);
  expect(answer).toEqual({ results: [{ done: 7 }, { done: 7 }] });
  expect(await two.store.commit(one.call({ key }), build)).toEqual(answer);
  expect(finished).toBe(1);
  expect(new Set(carrier.inputs.map(({ n }) => n))).toEqual(new Set([1, 2]));
  await carrier.stop();
});

const commands = [{ command, input: { n: 3 } }];

test.each([
  ['its caller', { milliseconds: 3_000 }, {}],
  ['the commit', { milliseconds: 60_000 }, { waitsAtMost: 20 }],
])(
  'an answer waits for commands without a consumer no longer than the limit of %s',
  async (_who, limits, more) => {
    const call = one.call(limits);
    const finish = ([result]: readonly unknown[]) => (result === undefined ? 'later' : 'done');
    const commit = { writes: [], commands, answer: 'unfinished', finish, ...more };
    // On a slow machine both may come late, but not in another order.
    const over = delay(limits.milliseconds - 100, 'too late', { ref: false });
    expect(await Promise.race([one.store.commit(call, async () => commit), over])).toBe('later');
  },
);

test('a failure after the commit is logged, and the write is answered as committed', async () => {
  const rejects = () => Promise.reject(new Error('a bad hook'));
  const throws = () => {
    throw new Error('a bad hook');
  };
  const failures = [rejects, throws].flatMap((fail) => [
    { afterwards: fail },
    { commands, waitsAtMost: 20, finish: fail },
  ]);
  for (const hooks of failures) {
    const { log, lines } = captureLog();
    const commit = { writes: [one.insert(randomUUID())], answer: 'committed', ...hooks };
    const call = { ...one.call({ key: randomUUID() }), log };
    expect(await one.store.commit(call, async () => commit)).toBe('committed');
    const errors = lines.filter(({ level }) => level === 50);
    expect(errors).toMatchObject([{ err: { message: 'a bad hook' } }]);
  }
});

test('a finished answer that cannot be stored is returned', async () => {
  const improving = jest.spyOn(one.store.idempotency, 'improve').mockRejectedValue(new Error('no database'));
  const commit = { writes: [], commands, answer: 'committed', waitsAtMost: 20, finish: () => 'finished' };
  expect(await one.store.commit(one.call({ key: randomUUID() }), async () => commit)).toBe('finished');
  improving.mockRestore();
});

test('subscriptions to command results end after a failed commit or an answer', async () => {
  const { store, bus } = await newStore('records');
  // The connection listens for acknowledgements from its first publication on.
  await bus.jetstream().publish('svc.events.record.warm-up.created', '{}');
  const before = subscriptions(bus);
  const there = randomUUID();
  await one.items.create([{ _id: there, version: 1, count: 1 }]);
  const failing = { writes: [one.insert(there)], commands, answer: 0 };
  await expect(store.commit(one.call(), async () => failing)).rejects.toThrow();
  const afterwards = () => Promise.reject(new Error('a bad hook'));
  const answered = { writes: [], commands, answer: 0, afterwards };
  await store.commit(one.call({ milliseconds: 2_000 }), async () => answered);
  expect(subscriptions(bus)).toBe(before);
  await store.close();
});

test('instances that start at the same time prepare the same database', async () => {
  const names = Array.from({ length: 3 }, () => `fresh-${randomUUID().slice(0, 8)}`);
  for (const service of names) {
    const stores = await Promise.all([1, 2, 3].map(async () => (await newStore(service)).store));
    await Promise.all(stores.map((store) => store.prepare()));
    expect(await stores[0]?.outbox.listIndexes()).toHaveLength(2);
    await Promise.all(stores.map((store) => store.close()));
  }
});

async function newStore(service: string) {
  const context = await kit.harness.context('records', captureLog().log);
  const connection = await connectStore({ url: kit.stack.mongodbUrl, service });
  const store = new Store({ ...context, connection, schemaVersion: 0 });
  return { store, bus: context.bus };
}

function subscriptions(bus: unknown): number {
  return (bus as { protocol: { subscriptions: { size(): number } } }).protocol.subscriptions.size();
}

/** The letter that Linux has for what a process does: `T` for one that is stopped. */
function stateOf(pid: number): string | undefined {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0];
}
