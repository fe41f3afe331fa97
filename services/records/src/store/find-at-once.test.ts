import { afterEach, expect, jest, test } from '@jest/globals';
import { Deadline } from '@svc/service-kit';
import { mongo } from 'mongoose';
import { harnessOfSuite } from '../testing/records-harness.ts';
import { findAtOnce } from './find-at-once.ts';
import type { RecordDocument } from '../model/record.ts';

const harness = harnessOfSuite();

afterEach(() => void jest.restoreAllMocks());

const find = (ids: readonly number[], milliseconds = 20_000) =>
  findAtOnce<RecordDocument>(
    harness.documents,
    {
      filter: { _id: { $in: ids }, postType: 'contacts' },
      projection: { name: 1, notes: 1 },
      most: ids.length,
    },
    Deadline.after(milliseconds),
  );

test('finds all documents when they exceed one response', async () => {
  const notes = 'x'.repeat(1_000_000);
  const ids: number[] = [];
  for (let part = 0; part < 5; part += 1)
    ids.push(...(await harness.seed('contacts', 4, { notes } as Partial<RecordDocument>)));
  const found = await find(ids);
  expect(found.map(({ _id }) => _id).sort((a, b) => a - b)).toEqual(ids);
});

test('a query is repeated once after a network error', async () => {
  const [id = 0] = await harness.seed('contacts', 1, { name: 'Ben' });
  jest.spyOn(mongo.Db.prototype, 'command').mockRejectedValueOnce(new mongo.MongoNetworkError('cut'));
  expect(await find([id])).toEqual([{ _id: id, name: 'Ben' }]);
});

test.each([
  ['exceeds the time limit', new mongo.MongoServerError({ message: 'too long', code: 50 })],
  ['is unreachable', new mongo.MongoServerSelectionError('none', {} as never)],
])('a query is not repeated when the database %s', async (_how, error) => {
  jest.spyOn(mongo.Db.prototype, 'command').mockRejectedValueOnce(error);
  const cursors = jest.spyOn(harness.documents.collection, 'find');
  await expect(find([1])).rejects.toMatchObject({ code: 'service_unavailable', status: 503 });
  expect(cursors).not.toHaveBeenCalled();
});
