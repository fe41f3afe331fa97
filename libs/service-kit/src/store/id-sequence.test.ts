import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Connection } from 'mongoose';
import { stackOfSuite } from '../testing/stack-harness.ts';
import { connectStore } from './connect-store.ts';
import { IdSequence } from './id-sequence.ts';

const kit = stackOfSuite();

async function connect(): Promise<Connection> {
  const connection = await connectStore({ url: kit.stack.mongodbUrl, service: 'records' });
  kit.harness.onClose(() => connection.close());
  return connection;
}

const sequence = async (name: string, blockSize: number) => new IdSequence(await connect(), name, blockSize);

test('ids begin with 1 and go up by one, in each sequence of a database', async () => {
  for (const name of [randomUUID(), randomUUID()]) {
    const ids = await sequence(name, 3);
    expect(await ids.next()).toBe(1);
    expect(await ids.nextIds(7)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  }
});

test('an id is given out once, however many ask at the same time on however many instances', async () => {
  for (const blockSize of [1, 7, 100]) {
    const name = randomUUID();
    const instances = await Promise.all([1, 2, 3].map(() => sequence(name, blockSize)));
    const ask = async (index: number) => (instances[index % 3] as IdSequence).next();
    const ids = await Promise.all(Array.from({ length: 300 }, (_, index) => ask(index)));
    expect(new Set(ids).size).toBe(300);
    expect(Math.min(...ids)).toBe(1);
  }
});

test('when the database fails, those who wait are told, and the next one gets an id', async () => {
  const connection = await connect();
  const name = randomUUID();
  const ids = new IdSequence(connection, name, 5);
  await ids.nextIds(5);
  await connection.close();
  const outcomes = await Promise.allSettled([ids.next(), ids.next()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await (await sequence(name, 5)).next()).toBe(6);
});
