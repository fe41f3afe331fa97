import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Connection } from 'mongoose';
import { StackHarness } from '../testing/stack-harness.ts';
import { connectStore } from './connect-store.ts';
import { IdSequence } from './id-sequence.ts';

let kit: StackHarness;
let connections: Connection[];

beforeAll(async () => {
  kit = await StackHarness.open();
  const connect = () => connectStore({ url: kit.stack.mongodbUrl, service: 'records' });
  connections = await Promise.all([connect(), connect(), connect()]);
});

afterAll(async () => {
  await Promise.all((connections ?? []).map((connection) => connection.close()));
  await kit?.close();
});

const sequence = (name: string, blockSize: number, instance = 0) =>
  new IdSequence(connections[instance] as Connection, name, blockSize);

test('ids begin with 1 and go up by one', async () => {
  const ids = sequence(randomUUID(), 3);
  expect(await ids.next()).toBe(1);
  expect(await ids.nextIds(7)).toEqual([2, 3, 4, 5, 6, 7, 8]);
});

test('an id is given out once, however many ask at the same time on however many instances', async () => {
  for (const blockSize of [1, 7, 100]) {
    const name = randomUUID();
    const instances = [0, 1, 2].map((instance) => sequence(name, blockSize, instance));
    const ask = async (index: number) => (instances[index % 3] as IdSequence).next();
    const ids = await Promise.all(Array.from({ length: 300 }, (_, index) => ask(index)));
    expect(new Set(ids).size).toBe(300);
    expect(Math.min(...ids)).toBe(1);
  }
});

test('sequences of one database are independent of each other', async () => {
  const one = sequence(randomUUID(), 10);
  const other = sequence(randomUUID(), 10);
  expect(await one.next()).toBe(1);
  expect(await other.next()).toBe(1);
});

test('when the database fails, those who wait are told, and the next one gets an id', async () => {
  const connection = await connectStore({ url: kit.stack.mongodbUrl, service: 'records' });
  const name = randomUUID();
  const ids = new IdSequence(connection, name, 5);
  await ids.nextIds(5);
  await connection.close();
  const outcomes = await Promise.allSettled([ids.next(), ids.next()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await sequence(name, 5).next()).toBe(6);
});
