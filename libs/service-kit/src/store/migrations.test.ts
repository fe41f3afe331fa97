import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import type { Connection, mongo } from 'mongoose';
import { captureLog, until } from '@svc/testing';
import { stackOfSuite } from '@svc/testing/stack-harness';
import { connectStore } from './connect-store.ts';
import {
  checkSchema,
  migrate,
  type Migration,
  type MigrationContext,
  type SchemaState,
} from './migrations.ts';

interface Item {
  readonly _id: number | string;
  readonly times?: number;
}

const kit = stackOfSuite();
const connections: Connection[] = [];
let db: mongo.Db;
let ran: string[];
let reasons: string[];
const { log, lines } = captureLog();

beforeEach(async () => {
  const connection = await connectStore({ url: kit.stack.mongodbUrl, service: `test-${randomUUID()}` });
  connections.push(connection);
  db = connection.getClient().db(connection.name);
  ran = [];
  reasons = [];
  lines.splice(0);
});

afterAll(() => Promise.all(connections.map((connection) => connection.destroy())));

const items = () => db.collection<Item>('items');
const states = () => db.collection<SchemaState>('schema_version');
const state = () => states().findOne();
const seed = (ids: readonly Item['_id'][]) => items().insertMany(ids.map((_id) => ({ _id })));
const numbers = (count: number) => Array.from({ length: count }, (_none, index) => index);
const timesOf = async () => (await items().find().toArray()).map(({ times }) => times);

const instance = (migrations: readonly Migration[], leaseMs = 15_000) =>
  migrate({ db, migrations, log, notReady: (reason) => reasons.push(reason), leaseMs, pollMs: 20 });

/** Counts each document up: what is done twice is seen. `before` runs before each batch is written. */
function counting(
  version: number,
  { size = 2, readableFrom = 0, before = async (_ids: unknown[]) => {} } = {},
) {
  const run = async (context: MigrationContext) => {
    ran.push(`count ${version}`);
    await context.eachBatch<Item>({ collection: 'items', size }, async (documents) => {
      const ids = documents.map(({ _id }) => _id);
      await before(ids);
      await context.db.collection<Item>('items').updateMany({ _id: { $in: ids } }, { $inc: { times: 1 } });
    });
  };
  return { version, name: `count ${version}`, readableFrom, run };
}

test('a new database has the newest version without running migrations', async () => {
  await instance([counting(1), counting(2, { readableFrom: 1 })]);
  expect(await state()).toEqual({ _id: 'schema', version: 2, readableFrom: 1 });
  expect(ran).toEqual([]);
});

test('older data with ids of any type is migrated once, in order, with its progress reported', async () => {
  await seed([1, 2, 'a', 3, 'b']);
  const migrations = [counting(1), counting(2, { size: 3, readableFrom: 1 })];
  await instance(migrations);
  await instance(migrations);
  expect(ran).toEqual(['count 1', 'count 2']);
  expect(await timesOf()).toEqual([2, 2, 2, 2, 2]);
  expect(await state()).toEqual({ _id: 'schema', version: 2, readableFrom: 1 });
  const told = (version: number, done: number, total = 5) =>
    `the database is being migrated to schema version ${version} (count ${version}): ${done} of ${total} documents`;
  expect([...new Set(reasons)]).toEqual([
    told(1, 0, 0),
    told(1, 0),
    told(1, 2),
    told(1, 4),
    told(1, 5),
    told(2, 0, 0),
    told(2, 0),
    told(2, 3),
    told(2, 5),
  ]);
});

test('the log has a line for each ten thousand documents', async () => {
  await seed(numbers(20_500));
  await instance([counting(1, { size: 5_000 })]);
  expect(lines.map(({ msg, done }) => [msg, done])).toEqual([
    ['migration started', 0],
    ['migration in progress', 10_000],
    ['migration in progress', 20_000],
    ['migration finished', 20_500],
    ['the schema version is current', undefined],
  ]);
});

test('instances that start at the same time migrate once, and all wait for the migration', async () => {
  await seed(numbers(20));
  const waits = [1, 2, 3].map(async () => {
    await instance([counting(1), counting(2)]);
    return (await state())?.version;
  });
  expect(await Promise.all(waits)).toEqual([2, 2, 2]);
  expect(ran).toEqual(['count 1', 'count 2']);
  expect(await timesOf()).toEqual(numbers(20).map(() => 2));
});

test('a failed migration is named and releases the lock, and the next start continues after the last batch', async () => {
  await seed(numbers(6));
  const failing = counting(1, {
    before: (ids) => (ids.includes(4) ? Promise.reject(new Error('no')) : Promise.resolve()),
  });
  await expect(instance([failing])).rejects.toThrow('The migration to schema version 1 (count 1) failed');
  expect(await state()).toMatchObject({ version: 0, running: { done: 4, total: 6, cursors: { items: 3 } } });
  expect(await state()).not.toHaveProperty('lock');
  await instance([counting(1)]);
  expect(await timesOf()).toEqual([1, 1, 1, 1, 1, 1]);
});

test('a long migration renews its lock, and stops when another instance took it', async () => {
  await seed(numbers(6));
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const slow = instance(
    [counting(1, { before: (ids) => (ids.includes(2) ? opened : Promise.resolve()) })],
    60,
  );
  const lock = async () => (await state())?.lock;
  const first = await until(async () => {
    const { lock: taken, running } = (await state()) ?? {};
    expect(running?.done).toBe(2);
    return taken;
  });
  await until(async () => expect((await lock())?.until.getTime()).toBeGreaterThan(Number(first?.until) + 60));
  // As if it had been away for longer than its lease.
  await states().updateOne({}, { $set: { lock: { holder: 'another', until: new Date(0) } } });
  await instance([counting(1)]);
  expect(await timesOf()).toEqual([1, 1, 1, 1, 1, 1]);
  open();
  await slow;
  expect(await timesOf()).toEqual([1, 1, 2, 2, 1, 1]);
  expect(await state()).toEqual({ _id: 'schema', version: 1, readableFrom: 0 });
});

test('an older program starts with a schema that it can read, and reports its older version', async () => {
  await seed([1]);
  await instance([counting(1), counting(2, { readableFrom: 1 })]);
  await expect(instance([counting(1)])).resolves.toBeUndefined();
  expect(await checkSchema(db, 1)).toContain(
    'has schema version 2, but this program knows version 1: update the program',
  );
  expect(await checkSchema(db, 2)).toBeUndefined();
});

test('an older program that cannot read the schema is refused from the start of the migration, without writes', async () => {
  await seed([1]);
  await instance([counting(1)]);
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const newer = instance([counting(1), counting(2, { readableFrom: 2, before: () => opened })]);
  await until(async () => expect((await state())?.running?.total).toBe(1));
  const before = await state();
  const message = new RegExp(
    `^The database ${db.databaseName} has schema version 2, which requires a program that knows version 2, but this program knows version 1: start`,
  );
  const refusal = { name: 'ConfigError', message: expect.stringMatching(message) };
  await expect(instance([counting(1)])).rejects.toMatchObject(refusal);
  await expect(checkSchema(db, 1)).rejects.toMatchObject(refusal);
  expect(await state()).toEqual({ ...before, lock: expect.anything() });
  open();
  await newer;
  await expect(instance([counting(1)])).rejects.toMatchObject(refusal);
  expect(await state()).toEqual({ _id: 'schema', version: 2, readableFrom: 2 });
  expect(ran).toEqual(['count 1', 'count 2']);
});

test('a list of migrations with a gap or an invalid version is refused before any write', async () => {
  for (const wrong of [[counting(2)], [counting(1), counting(1)], [counting(1, { readableFrom: 2 })]])
    await expect(instance(wrong)).rejects.toThrow('must follow that of the previous one');
  expect(await db.listCollections().toArray()).toEqual([]);
});
