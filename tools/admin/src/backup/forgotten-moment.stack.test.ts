import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ServiceHarness, temporaryDirectory, type ThrowAwayStack, throwAwayStack } from '@svc/testing';
import { openDatabases, type Databases } from '../databases.ts';
import { HeardProgress } from '../testing/heard-progress.ts';
import { folderPlace } from './folder-place.ts';
import { makeBackup } from './make-backup.ts';

const documents = 30_000;

let stack: ThrowAwayStack;
let harness: ServiceHarness;
let databases: Databases;
const directory = temporaryDirectory();

beforeAll(async () => {
  // Its own: how long the server knows a moment holds for all databases.
  stack = await throwAwayStack({ isAlone: true });
  harness = await ServiceHarness.open(stack);
  databases = await openDatabases(stack.mongodbUrl);
  const text = 'x'.repeat(2_000);
  const records = Array.from({ length: documents }, (_nothing, _id) => ({ _id, text }));
  await databases
    .of('records')
    .collection('records')
    .insertMany(records as never);
});

afterAll(async () => {
  await databases?.close();
  await harness?.close();
  await stack?.stop();
});

const keepMoments = (seconds: number) =>
  databases.client.db('admin').command({ setParameter: 1, minSnapshotHistoryWindowInSeconds: seconds });

test('a backup fails when MongoDB drops its snapshot, and the next one starts from the beginning', async () => {
  const secret = { kind: 'key file', bytes: randomBytes(32) } as const;
  const place = folderPlace(directory);
  const work = { place, name: 'backup', secret, databases, bus: harness.bus };
  let isOver = false;
  let writing: Promise<void> | undefined;
  const forgetAndWrite = async () => {
    await keepMoments(0);
    const some = { _id: { $lt: 200 } } as never;
    for (let change = 0; !isOver; change += 1)
      await databases.of('records').collection('records').updateMany(some, { $set: { change } });
  };
  const report = new HeardProgress(() => void (writing ??= forgetAndWrite()));
  await expect(makeBackup({ ...work, unfinished: undefined, report })).rejects.toThrow(
    /^MongoDB has dropped the snapshot of the backup, after \d+ of 30000 documents\./,
  );
  isOver = true;
  await writing;
  await keepMoments(300);
  const again = new HeardProgress();
  expect(await makeBackup({ ...work, unfinished: 'backup', report: again })).toMatchObject({ documents });
  expect(again.said).toEqual([`${join(directory, 'backup.part')} cannot be resumed: starting a new backup.`]);
});
