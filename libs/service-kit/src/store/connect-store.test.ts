import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { Schema, type Connection } from 'mongoose';
import { stackOfSuite } from '@svc/testing/stack-harness';
import { connectStore, databaseName, serverProblem } from './connect-store.ts';
import { databaseStatus } from './database-status.ts';
import { IdSequence } from './id-sequence.ts';

const kit = stackOfSuite();

async function connect(service = 'records'): Promise<Connection> {
  const connection = await connectStore({ url: kit.stack.mongodbUrl, service });
  kit.harness.onClose(() => connection.close());
  return connection;
}

test.each([
  ['mongodb://127.0.0.1:27017/svc?replicaSet=svc', 'svc_records'],
  ['mongodb://127.0.0.1:27017', 'svc_records'],
  ['mongodb://127.0.0.1:27017/?directConnection=true', 'svc_records'],
  ['mongodb://user:p%2Fw@a:27017,b:27017,c:27017/north?replicaSet=rs', 'north_records'],
  ['mongodb+srv://cluster.example.test/north', 'north_records'],
])('the database of records at %s is %s', (url, name) => {
  expect(databaseName(url, 'records')).toBe(name);
});

test.each([
  ['8.2.6', { setName: 'svc' }, undefined],
  ['7.0.12', { setName: 'svc' }, 'MongoDB 7.0.12 is too old'],
  ['8.2.6', {}, 'must run as a replica set'],
  ['8.2.6', { msg: 'isdbgrid' }, 'is the address of a mongos'],
])('MongoDB %s with the hello reply %j: %s', (version, hello, problem) => {
  const found = serverProblem(version, hello);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(problem);
});

test('a missing index is reported, even if the indexes of other collections cannot be read', async () => {
  const connection = await connect(randomUUID().slice(0, 8));
  const named = new Schema({ name: String }).index({ name: 1 });
  for (const name of ['lacking', 'view', 'silent']) connection.model(name, named, name);
  await connection.createCollection('view', { viewOn: 'lacking', pipeline: [] });
  Object.assign(connection.model('silent'), { diffIndexes: () => new Promise(() => {}) });
  expect(await databaseStatus(connection, 0)).toMatchObject({
    name: connection.name,
    missing_indexes: ['lacking: name_1'],
  });
});

const sequence = async (name: string, blockSize: number) => new IdSequence(await connect(), name, blockSize);

test('ids of each sequence start at 1 and increase by one', async () => {
  for (const name of [randomUUID(), randomUUID()]) {
    const ids = await sequence(name, 3);
    expect(await ids.next()).toBe(1);
    expect(await ids.nextIds(7)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  }
});

test('concurrent requests on several instances get unique ids', async () => {
  for (const blockSize of [1, 7, 100]) {
    const name = randomUUID();
    const instances = await Promise.all([1, 2, 3].map(() => sequence(name, blockSize)));
    const ask = async (index: number) => (instances[index % 3] as IdSequence).next();
    const ids = await Promise.all(Array.from({ length: 300 }, (_, index) => ask(index)));
    expect(new Set(ids).size).toBe(300);
    expect(Math.min(...ids)).toBe(1);
  }
});

test('a failure of the database rejects all waiting requests for ids, and no id is skipped', async () => {
  const connection = await connect();
  const name = randomUUID();
  const ids = new IdSequence(connection, name, 5);
  await ids.nextIds(5);
  await connection.close();
  const outcomes = await Promise.allSettled([ids.next(), ids.next()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await (await sequence(name, 5)).next()).toBe(6);
});
