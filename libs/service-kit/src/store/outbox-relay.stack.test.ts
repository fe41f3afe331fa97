import { randomUUID } from 'node:crypto';
import type { Connection, Model } from 'mongoose';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { captureLog, readEvents, until, userActor, type LogLine } from '@svc/testing';
import { stackOfSuite } from '@svc/testing/stack-harness';
import { maxEventBytes, recordEventSchema } from '@svc/contracts';
import { Deadline } from '../time/deadline.ts';
import { connectStore } from './connect-store.ts';
import { toEventItem } from './event-item.ts';
import { outboxModel, toEntries, type OutboxEntry, type OutboxItem } from './outbox.ts';
import { OutboxRelay } from './outbox-relay.ts';
import { runTransaction } from './run-transaction.ts';
import { storedModel } from './stored-model.ts';
import { timeCommands } from './time-commands.ts';

const kit = stackOfSuite({ hasOwnBus: true });
let connection: Connection;
let outbox: Model<OutboxEntry>;
let subject: string;
let lines: LogLine[];
const relays: OutboxRelay[] = [];

beforeEach(async () => {
  connection = await connectStore({ url: kit.stack.mongodbUrl, service: randomUUID().slice(0, 8) });
  outbox = outboxModel(connection);
  subject = `svc.events.record.${randomUUID()}.updated`;
});

afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.stop()));
  await connection.close();
});

async function relay(model = outbox) {
  const captured = captureLog('records');
  lines = captured.lines;
  const { bus, keyring, log, metrics } = await kit.harness.context('records', captured.log);
  const started = new OutboxRelay({ outbox: model, bus, keyring, log, metrics });
  relays.push(started);
  return { started, metrics };
}

/** Puts events into the outbox as one commit after the other would. */
async function put(
  count: number,
  changes: (index: number) => Partial<OutboxItem> = () => ({}),
): Promise<string[]> {
  const start = Date.now();
  const items = Array.from({ length: count }, (_, index) => ({
    _id: randomUUID(),
    kind: 'event' as const,
    subject,
    body: JSON.stringify({ index }),
    position: index % 3,
    createdAt: new Date(start + Math.floor(index / 3)),
    ...changes(index),
  }));
  // In another order than they are to be published in.
  await outbox.insertMany([...items].reverse());
  return items.map(({ _id }) => _id);
}

const published = async () => readEvents(kit.harness.bus, subject);
const indexes = async () => (await published()).map((event) => (event as unknown as { index: number }).index);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

const isEmpty = () => until(async () => expect(await outbox.countDocuments()).toBe(0));

test.each([1, 2])(
  'the outbox of %s relays is published once, in the order of commits and positions, then deleted',
  async (relays) => {
    await put(450);
    await Promise.all(Array.from({ length: relays }, () => relay()));
    await isEmpty();
    expect(await indexes()).toEqual(upTo(450));
  },
);

/** Puts the items of one transaction into the outbox. */
async function putTogether(changes: readonly Partial<OutboxItem>[]): Promise<OutboxEntry> {
  const items = changes.map((change, index) => ({
    _id: randomUUID(),
    kind: 'event' as const,
    subject,
    body: JSON.stringify({ index }),
    position: 0,
    createdAt: new Date(),
    ...change,
  }));
  const [entry] = toEntries(items);
  await outbox.insertMany([entry]);
  return entry as OutboxEntry;
}

test('the items of a transaction are published in their order, and deleted as one document', async () => {
  const deletions = jest.spyOn(outbox, 'deleteMany');
  const entry = await putTogether(Array.from({ length: 120 }, () => ({})));
  await relay();
  await isEmpty();
  expect(await indexes()).toEqual(upTo(120));
  expect(deletions.mock.calls).toEqual([[{ _id: { $in: [entry._id] } }]]);
});

test('of the items of a transaction, one that cannot be published is set aside, and the others are published', async () => {
  const wrong = randomUUID();
  await putTogether([{}, { _id: wrong, subject: '' }, {}]);
  await relay();
  await until(async () =>
    expect(await outbox.find().lean()).toMatchObject([
      { _id: wrong, refusal: expect.stringContaining('BAD_SUBJECT') },
    ]),
  );
  expect(new Set(await indexes())).toEqual(new Set([0, 2]));
});

test('the items of a transaction stay together while one of them has no stream', async () => {
  const manager = await kit.harness.bus.jetstreamManager();
  const stream = randomUUID();
  const entry = await putTogether([{}, { subject: `elsewhere.${stream}` }]);
  await relay();
  await until(async () => expect(await indexes()).toEqual([0]));
  expect(await outbox.find().lean()).toMatchObject([{ _id: entry._id }]);
  await manager.streams.add({ name: stream, subjects: [`elsewhere.${stream}`] });
  await isEmpty();
  expect(await indexes()).toEqual([0]);
});

test('large items are divided into several documents, in their order', () => {
  const body = 'x'.repeat(900_000);
  const createdAt = new Date();
  const items = upTo(5).map((position) => ({
    _id: String(position),
    kind: 'event' as const,
    subject,
    body,
    position,
    createdAt,
  }));
  const entries = toEntries(items);
  expect(entries.map(({ items: parts, _id }) => parts?.map((part) => part._id) ?? _id)).toEqual([
    ['0', '1'],
    ['2', '3'],
    '4',
  ]);
  expect(entries.map(({ position }) => position)).toEqual([0, 1, 2]);
});

test('later items are published when the relay is woken', async () => {
  // Nothing looks from time to time.
  jest.spyOn(globalThis, 'setInterval').mockReturnValue(undefined as never);
  const { started } = await relay();
  jest.restoreAllMocks();
  await put(3);
  started.publish(await outbox.find().sort({ createdAt: 1, position: 1 }).lean());
  await isEmpty();
  expect(await indexes()).toEqual(upTo(3));
});

test('new items are left to the instance that committed them', async () => {
  const seen: string[] = [];
  kit.harness.bus.subscribe(subject, { callback: (_error, message) => void seen.push(message.string()) });
  const looks = jest.spyOn(outbox, 'find');
  const { started } = await relay();
  await until(() => expect(looks).toHaveBeenCalledTimes(1));
  await put(1);
  const own = await outbox.find().lean();
  // One more than this call and the look after it, which so is over.
  await until(() => expect(looks).toHaveBeenCalledTimes(4));
  started.publish(own);
  await started.stop();
  expect(await outbox.countDocuments()).toBe(0);
  await kit.harness.bus.flush();
  expect(seen).toHaveLength(1);
});

test('items of this instance and of another one are published once', async () => {
  const { started } = await relay();
  for (let round = 0; round < 5; round += 1) {
    const own = await put(30, (index) => ({ body: JSON.stringify({ index: index + 60 * round }) }));
    await put(30, (index) => ({ body: JSON.stringify({ index: index + 30 + 60 * round }) }));
    started.publish(await outbox.find({ _id: { $in: own } }).lean());
  }
  await isEmpty();
  expect((await indexes()).toSorted((one, other) => one - other)).toEqual(upTo(300));
});

test('stop publishes the pending items', async () => {
  const { started } = await relay();
  await put(5);
  await started.stop();
  expect(await indexes()).toEqual(upTo(5));
});

test('a relay that dies between publishing and deleting causes no duplicate messages', async () => {
  await put(5);
  let deletions = 0;
  const dying = Object.create(outbox, {
    deleteMany: {
      value: () => {
        deletions += 1;
        return Promise.reject(new Error('the process has died'));
      },
    },
  }) as Model<OutboxEntry>;
  const { started } = await relay(dying);
  await until(() => expect(deletions).toBeGreaterThan(1));
  await started.stop();
  expect(await outbox.countDocuments()).toBe(5);
  await relay();
  await isEmpty();
  expect(await indexes()).toEqual(upTo(5));
});

test('an item that cannot be published is set aside, and does not block the others', async () => {
  const body = 'x'.repeat(9 * 1024 * 1024);
  const [large] = await put(10, (index) => (index === 0 ? { body } : {}));
  await relay();
  await until(async () => expect(await indexes()).toEqual(upTo(10).slice(1)));
  await until(async () => expect(await outbox.countDocuments()).toBe(1));
  const setAside = { _id: large, refusal: expect.stringContaining('MAX_PAYLOAD') };
  await until(async () => expect(await outbox.findOne().lean()).toMatchObject(setAside));
  await put(1, () => ({ body: '{"index":10}' }));
  await until(async () => expect((await indexes()).at(-1)).toBe(10));
  const told = lines.filter(({ level }) => level === 50);
  expect(told).toEqual([expect.objectContaining({ id: large, subject })]);
});

test('an item without a stream waits, and the others are published', async () => {
  const manager = await kit.harness.bus.jetstreamManager();
  const stream = randomUUID();
  const [first] = await put(3, (index) => (index === 0 ? { subject: `elsewhere.${stream}` } : {}));
  await relay();
  await until(async () => expect(await indexes()).toEqual([1, 2]));
  await until(async () => expect(await outbox.find().lean()).toMatchObject([{ _id: first }]));
  await manager.streams.add({ name: stream, subjects: [`elsewhere.${stream}`] });
  await isEmpty();
  expect((await manager.streams.info(stream)).state.messages).toBe(1);
});

test('the metrics have the number of pending items, and the age of the oldest', async () => {
  await put(300, () => ({ subject: `nowhere.${randomUUID()}` }));
  await outbox.updateOne({}, { $set: { createdAt: new Date(Date.now() - 3_600_000) } });
  const { metrics } = await relay();
  await until(async () => expect(await metrics.registry.metrics()).toMatch(/svc_outbox_pending\{.*\} 300/));
  expect(await metrics.registry.metrics()).toMatch(/svc_outbox_oldest_age_seconds\{.*\} 36\d\d/);
  await outbox.deleteMany();
});

test('commands of MongoDB are timed, by name and collection', async () => {
  const { metrics } = await kit.harness.context('records');
  timeCommands(connection, metrics);
  await outbox.find();
  await outbox.findOne();
  await outbox.countDocuments();
  await outbox.findOneAndUpdate({ _id: '' }, { kind: 'event' });
  await expect(outbox.aggregate([{ $limit: -1 }]).exec()).rejects.toThrow('negative');
  const numbers = storedModel<{ _id: number }>(connection, 'numbers');
  await numbers.collection.insertMany(upTo(250).map((_id) => ({ _id })) as never[]);
  expect(await numbers.find().batchSize(250)).toHaveLength(250);
  let read = 0;
  for await (const number of numbers.find().cursor({ batchSize: 100 })) read += Number(number._id >= 0);
  expect(read).toBe(250);
  const namespace = `${connection.name}.numbers`;
  const insert = { model: { name: 'insertOne' as const, namespace, document: { _id: 250 as never } } };
  await runTransaction(connection, [insert], Deadline.after(60_000));
  const { values } = await metrics.mongodbDuration.get();
  const counts = values.filter(({ metricName }) => metricName?.endsWith('_count'));
  expect(
    counts.map(({ labels, value }) => [labels.command, labels.collection, labels.outcome, value]).sort(),
  ).toEqual([
    ['aggregate', 'outbox', 'failed', 1],
    ['aggregate', 'outbox', 'ok', 1],
    ['bulkWrite', '', 'ok', 1],
    ['commitTransaction', '', 'ok', 1],
    ['find', 'numbers', 'ok', 2],
    ['find', 'outbox', 'ok', 2],
    ['findAndModify', 'outbox', 'ok', 1],
    ['getMore', 'numbers', 'ok', 3],
    ['insert', 'numbers', 'ok', 1],
  ]);
});

test('items are kept while the bus is down, with few attempts to publish', async () => {
  const { started } = await relay();
  await kit.stopNats();
  await put(10);
  started.publish([]);
  await until(() =>
    expect(lines.some(({ msg }) => msg?.includes('failed to publish the outbox'))).toBe(true),
  );
  expect(lines.filter(({ msg }) => msg?.includes('failed to publish the outbox')).length).toBeLessThan(10);
  expect(await outbox.countDocuments()).toBe(10);
  await kit.startNats();
  await isEmpty();
  expect((await indexes()).sort((one, other) => one - other)).toEqual(upTo(10));
});

const draft = (text: string) => ({
  entity: 'record' as const,
  verb: 'updated' as const,
  postType: 'contacts',
  subject: 'contacts/12',
  data: { ...always, changed: { name: { before: '', after: text } } },
  withoutValues: () => ({ ...always, changed: {} }),
});

const always = {
  record: { id: 12, post_type: 'contacts', name: 'Ada', version: 2 },
  visibility: { shared_with: [3], type: 'access', sources: [] },
};

test.each([
  ['small', 'new name', undefined],
  ['too large', 'é'.repeat(maxEventBytes / 2), true],
])('a %s event matches the schema of events', (_size, text, truncated) => {
  const createdAt = new Date();
  const options = { commitId: 'c-1', actor: userActor(3, 'Mona'), service: 'records', createdAt };
  const item = toEventItem({ draft: draft(text), ...options });
  expect(Buffer.byteLength(item.body)).toBeLessThanOrEqual(maxEventBytes);
  const event = recordEventSchema.parse(JSON.parse(item.body));
  expect(event).toMatchObject({
    id: item._id,
    source: '/svc/records',
    type: 'svc.record.updated',
    subject: 'contacts/12',
    time: createdAt.toISOString(),
    data: { commit_id: 'c-1', actor: { kind: 'user', user_id: 3, display_name: 'Mona' } },
  });
  expect(event.data.truncated).toBe(truncated);
  expect(Object.keys(event.data.changed)).toEqual(truncated ? [] : ['name']);
  expect(item.subject).toBe('svc.events.record.contacts.updated');
});
