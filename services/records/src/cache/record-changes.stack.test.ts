import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { captureLog, until } from '@svc/testing';
import { privateValuesModel } from '../store/private-values-model.ts';
import { harnessOfSuite } from '../testing/records-harness.ts';
import { RecordChanges } from './record-changes.ts';

const harness = harnessOfSuite({ isAlone: true, instances: 0 });
const opened: RecordChanges[] = [];
const { log } = captureLog();

beforeAll(() => harness.documents.createCollection());

afterEach(() => Promise.all(opened.splice(0).map((changes) => changes.stop())));

async function follow(timer = 10_000): Promise<RecordChanges> {
  const changes = new RecordChanges({ ...followed(), log, timeoutMs: timer });
  opened.push(changes);
  changes.start();
  expect(await changes.sync()).toBe(true);
  return changes;
}

const followed = () => ({
  records: harness.documents,
  privateValues: privateValuesModel(harness.documents.db),
});

const records = () => harness.documents.collection;
const byId = (_id: number | undefined) => ({ _id }) as never;

const paths = [
  'fields.a',
  'fields.b',
  'fields.list',
  'sharedWith',
  'degrees.one:to',
  'degrees.two:to',
  'name',
];

test.each<[string, object | object[], string[]]>([
  ['sets a field', { $set: { 'fields.a': 2 } }, ['fields.a']],
  ['sets a field to its present value', { $set: { 'fields.a': 1 } }, []],
  ['unsets a field', { $unset: { 'fields.b': '' } }, ['fields.b']],
  ['adds to a list', { $push: { sharedWith: 9 } }, ['sharedWith']],
  ['takes from a list', { $pull: { 'fields.list': 2 } }, ['fields.list']],
  ['shortens a list', [{ $set: { 'fields.list': { $slice: ['$fields.list', 1] } } }], ['fields.list']],
  ['sets a first degree', { $inc: { 'degrees.one:to': 1 } }, ['degrees.one:to', 'degrees.two:to']],
  ['sets two', { $set: { name: 'B', 'fields.b': 3 } }, ['name', 'fields.b']],
  ['replaces all fields', { $set: { fields: {} } }, ['fields.a', 'fields.b', 'fields.list']],
])('a write that %s is noted with its paths', async (_what, update, expected) => {
  const fields = { a: 1, b: 2, list: [1, 2, 3] };
  const [id] = await harness.seed('contacts', 1, { name: 'A', fields, sharedWith: [3, 4] });
  const changes = await follow();
  const { changeLog } = changes;
  const since = changeLog.moment;
  await records().updateOne(byId(id), update);
  expect(await changes.sync()).toBe(true);
  const changed = paths.filter(
    (path) => !changeLog.isUnchanged(since, { postType: 'contacts', paths: [path] }),
  );
  expect(changed.sort()).toEqual(expected.sort());
});

test('a new record is noted with its type, and a deleted or replaced record is noted for every type', async () => {
  const changes = await follow();
  const isUnchanged = (since: number, postType: string) =>
    changes.changeLog.isUnchanged(since, { postType, paths: [] });
  const before = changes.changeLog.moment;
  const [id] = await harness.seed('contacts', 1);
  expect(await changes.sync()).toBe(true);
  expect([isUnchanged(before, 'contacts'), isUnchanged(before, 'groups')]).toEqual([false, true]);
  for (const write of [
    () => records().replaceOne(byId(id), { postType: 'groups' }),
    () => records().deleteOne(byId(id)),
  ]) {
    const since = changes.changeLog.moment;
    await write();
    expect(await changes.sync()).toBe(true);
    expect(isUnchanged(since, 'groups')).toBe(false);
  }
});

test('a confirmed write is noted after a sync, also with concurrent writers', async () => {
  const changes = await follow();
  const ids = await harness.seed('contacts', 8);
  await Promise.all(
    ids.map(async (id, place) => {
      for (let round = 1; round <= 25; round += 1) {
        const since = changes.changeLog.moment;
        await records().updateOne(byId(id), { $set: { [`fields.own_${place}`]: round } });
        expect(await changes.sync()).toBe(true);
        const asked = { postType: 'contacts', paths: [`fields.own_${place}`] };
        expect(changes.changeLog.isUnchanged(since, asked)).toBe(false);
      }
    }),
  );
});

test('an interrupted stream resumes at its position', async () => {
  const changes = await follow();
  const asked = { postType: 'contacts', paths: [] };
  const since = changes.changeLog.moment;
  await endStreams();
  await harness.seed('groups', 1);
  await until(async () => expect(await changes.sync()).toBe(true));
  expect(changes.changeLog.isUnchanged(since, asked)).toBe(true);
  await endStreams();
  await harness.seed('contacts', 1);
  await until(async () => expect(await changes.sync()).toBe(true));
  expect(changes.changeLog.isUnchanged(since, asked)).toBe(false);
});

test('a stream that cannot resume restarts, and everything read before is stale', async () => {
  const changes = await follow();
  const since = changes.changeLog.moment;
  await harness.documents.db.dropDatabase();
  await until(() =>
    expect(changes.changeLog.isUnchanged(since, { postType: 'contacts', paths: [] })).toBe(false),
  );
  await harness.documents.createCollection();
  await until(async () => expect(await changes.sync()).toBe(true));
  const later = changes.changeLog.moment;
  await harness.seed('contacts', 1);
  expect(await changes.sync()).toBe(true);
  expect(changes.changeLog.isUnchanged(later, { postType: 'contacts', paths: [] })).toBe(false);
});

test('a moment before the stream began is stale', async () => {
  const changes = new RecordChanges({ ...followed(), log, timeoutMs: 10_000 });
  opened.push(changes);
  changes.start();
  // By then the stream is asked for, and the database has not answered.
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  const since = changes.changeLog.moment;
  expect(await changes.sync()).toBe(true);
  expect(changes.changeLog.areUnchanged(since, [])).toBe(false);
});

test('a log without a running stream is never up to date', async () => {
  const changes = new RecordChanges({ ...followed(), log });
  expect(await changes.sync()).toBe(false);
  changes.start();
  await changes.stop();
  expect(await changes.sync()).toBe(false);
});

/** What an administrator, or a member of the replica set that is shut down, does to them. */
async function endStreams(): Promise<void> {
  const admin = harness.documents.db.getClient().db('admin');
  const idle = [{ $currentOp: { idleCursors: true, allUsers: true } }, { $match: { type: 'idleCursor' } }];
  const cursors = await admin
    .aggregate<{ cursor: { cursorId: bigint } }>(idle, { useBigInt64: true })
    .toArray();
  const ids = cursors.map(({ cursor }) => cursor.cursorId);
  await harness.documents.db.db?.command({ killCursors: 'records', cursors: ids });
}
