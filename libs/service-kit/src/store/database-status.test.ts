import { randomUUID } from 'node:crypto';
import { Schema } from 'mongoose';
import { expect, test } from '@jest/globals';
import { stackOfSuite } from '../testing/stack-harness.ts';
import { connectStore } from './connect-store.ts';
import { databaseStatus } from './database-status.ts';

const kit = stackOfSuite();

test('an index that is missing is told, also while those of other collections cannot be known', async () => {
  const connection = await connectStore({ url: kit.stack.mongodbUrl, service: randomUUID().slice(0, 8) });
  kit.harness.onClose(() => connection.close());
  const named = new Schema({ name: String }).index({ name: 1 });
  for (const name of ['lacking', 'view', 'silent']) connection.model(name, named, name);
  await connection.createCollection('view', { viewOn: 'lacking', pipeline: [] });
  Object.assign(connection.model('silent'), { diffIndexes: () => new Promise(() => {}) });
  expect(await databaseStatus(connection, 0)).toMatchObject({
    name: connection.name,
    missing_indexes: ['lacking: name_1'],
  });
});
