import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Deadline } from '@svc/service-kit';
import { captureLog } from '@svc/service-kit/testing';
import { privateValuesModel } from '../../store/private-values-model.ts';
import { RecordChanges } from '../../store/record-changes.ts';
import { RecordsBed } from '../../testing/records-bed.ts';
import { KnownListKeys } from './known-list-keys.ts';

/** Records whose ids are so far apart are kept at the same place. */
const places = 2 ** 18;
let bed: RecordsBed;
let recordChanges: RecordChanges;
let keys: KnownListKeys;

beforeAll(async () => {
  bed = await RecordsBed.open();
  await bed.documents.createCollection();
  await bed.documents.createIndexes();
});

beforeEach(async () => {
  await bed.documents.deleteMany({});
  const { documents } = bed;
  const { log } = captureLog();
  const privateValues = privateValuesModel(documents.db);
  recordChanges = new RecordChanges({ records: documents, privateValues, log, patience: 10_000 });
  await recordChanges.start();
  keys = new KnownListKeys({ records: documents, recordChanges });
});

afterEach(() => recordChanges.stop());

afterAll(() => bed?.close());

const seed = (_id: number, type: unknown, day: number, postType = 'contacts') =>
  bed.documents.collection.insertOne({
    _id,
    postType,
    name: `Record ${_id}`,
    sort: {},
    sharedWith: [],
    fields: { type },
    createdAt: new Date(day),
    lastModified: new Date(10 * day),
  } as never);

async function keysOf(ids: readonly number[], postType = 'contacts'): Promise<unknown[]> {
  expect(await keys.caughtUp()).toBe(true);
  const found = await keys.of({ deadline: Deadline.after(10_000) }, postType, ids);
  const { createdAt, lastModified } = found.dates;
  const all = found.ids.map((id, at) => [id, found.types[at], createdAt[at], lastModified[at]]);
  return all.sort(([one], [other]) => Number(one) - Number(other));
}

test('keys are those of now, known or not', async () => {
  await seed(1, 'access', 5);
  await seed(2, 'personal', 6);
  expect(await keysOf([1, 2, 3])).toEqual([
    [1, 'access', 5, 50],
    [2, 'personal', 6, 60],
  ]);
  await bed.documents.updateOne({ _id: 1 }, { $set: { 'fields.type': 'user', createdAt: new Date(7) } });
  await bed.documents.deleteOne({ _id: 2 });
  await seed(3, undefined, 8);
  expect(await keysOf([1, 2, 3])).toEqual([
    [1, 'user', 7, 50],
    [3, undefined, 8, 80],
  ]);
});

test('what is known is not read again', async () => {
  await seed(1, 'access', 5);
  await keysOf([1]);
  const reads = (await bed.profiled(() => keysOf([1]))).filter(({ ns }) => ns.endsWith('.records'));
  expect(reads).toEqual([]);
});

test('records of other types have no keys, known or not', async () => {
  await seed(1, 'access', 5);
  await seed(2, 'access', 6, 'groups');
  for (const _again of [1, 2]) {
    expect(await keysOf([1, 2])).toEqual([[1, 'access', 5, 50]]);
    expect(await keysOf([1, 2], 'groups')).toEqual([[2, 'access', 6, 60]]);
  }
});

test('records that share a place have their own keys', async () => {
  const first = 4;
  const second = 4 + places;
  await seed(first, 'access', 5);
  await seed(second, 'personal', 6);
  for (const ids of [[first], [second], [first, second], [second, first]])
    expect(await keysOf(ids)).toEqual(
      [
        [first, 'access', 5, 50],
        [second, 'personal', 6, 60],
      ].filter(([id]) => ids.includes(id as number)),
    );
});

test('what was known before the stream broke off is read again', async () => {
  await seed(1, 'access', 5);
  await keysOf([1]);
  recordChanges.changeLog.forget();
  const reads = (await bed.profiled(() => keysOf([1]))).filter(({ ns }) => ns.endsWith('.records'));
  expect(reads).toHaveLength(1);
});
