import { randomUUID } from 'node:crypto';
import { Schema } from 'mongoose';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { StackHarness } from '../testing/stack-harness.ts';
import { connectStore } from './connect-store.ts';
import { databaseStatus } from './database-status.ts';

let kit: StackHarness;

beforeAll(async () => {
  kit = await StackHarness.open();
});

afterAll(() => kit?.close());

test('an index that is missing is told, also while those of other collections cannot be known', async () => {
  const connection = await connectStore({ url: kit.stack.mongodbUrl, service: randomUUID().slice(0, 8) });
  try {
    const named = new Schema({ name: String }).index({ name: 1 });
    for (const name of ['lacking', 'view', 'silent']) connection.model(name, named, name);
    await connection.createCollection('view', { viewOn: 'lacking', pipeline: [] });
    Object.assign(connection.model('silent'), { diffIndexes: () => new Promise(() => {}) });
    expect(await databaseStatus(connection, 0)).toMatchObject({
      name: connection.name,
      missing_indexes: ['lacking: name_1'],
    });
  } finally {
    await connection.close();
  }
});
