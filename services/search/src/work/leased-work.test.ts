import { afterAll, beforeAll, expect, test } from '@jest/globals';
import mongoose, { type Connection } from 'mongoose';
import type { Stack } from '@svc/local-stack';
import { createLogger } from '@svc/service-kit';
import { throwAwayStack, until } from '@svc/service-kit/testing';
import {
  deserted,
  ofKnownForm,
  rebuildBeginning,
  type RebuildProgress,
} from '../rebuilding/rebuild-progress.ts';
import { LeasedWork } from './leased-work.ts';
import { workModel } from './work.ts';

let stack: Stack;
let connection: Connection;

beforeAll(async () => {
  stack = await throwAwayStack();
  connection = mongoose.createConnection(stack.mongodbUrl, { dbName: 'svc_search' });
  await connection.asPromise();
});

afterAll(async () => {
  await connection?.close();
  await stack?.stop();
});

test('a rebuild of a newer form is left to who knows it, and taken when nobody is there any more', async () => {
  const model = workModel(connection);
  let looks = 0;
  let done = 0;
  const rebuilds = new LeasedWork<RebuildProgress>({
    model,
    kind: 'rebuild',
    log: createLogger({ service: 'search', level: 'silent' }),
    carryOut: async () => {
      done += 1;
    },
    takes: (now) => {
      looks += 1;
      return ofKnownForm(now);
    },
  });
  await rebuilds.begin({ ...rebuildBeginning, form: rebuildBeginning.form + 1 });
  rebuilds.start();
  // With the third look the first has ended.
  await until(async () => expect(looks).toBeGreaterThanOrEqual(3));
  expect(done).toBe(0);
  await model.updateOne({ _id: 'rebuild' }, { $set: { heldUntil: new Date(Date.now() - deserted) } });
  await until(async () => expect(done).toBe(1));
  // What is done is not over before that is written down.
  await until(async () => expect((await rebuilds.begin(rebuildBeginning)).hasBegun).toBe(true));
  await until(async () => expect(done).toBe(2));
  await rebuilds.stop();
});
