import { expect, test } from '@jest/globals';
import { PrivateValueCache } from './private-value-cache.ts';
import { ChangeLog } from './change-log.ts';
import type { RecordChanges } from './record-changes.ts';

const ann = 3;
const bob = 4;
const record = { _id: 7, version: 2 };
const starred = new Map([[7, { starred: true }]]);

function cacheWithLog() {
  const changeLog = new ChangeLog();
  const cache = new PrivateValueCache({ changeLog } as RecordChanges, 100_000);
  const note = (id: string) => changeLog.note({ operationType: 'update', id, paths: [] });
  return { cache, note, forget: () => changeLog.forget() };
}

test('values are found for the same user and version of the record, and absent values as none', () => {
  const { cache } = cacheWithLog();
  cache.keep(ann, [record, { _id: 8, version: 1 }], { values: starred, since: cache.moment });
  expect(cache.find(ann, [record, { _id: 8, version: 1 }])).toEqual(
    new Map([
      [7, { starred: true }],
      [8, {}],
    ]),
  );
  expect(cache.find(bob, [record]).size).toBe(0);
  expect(cache.find(ann, [{ _id: 7, version: 3 }]).size).toBe(0);
});

test('a write of any private value of the user, and a break of the stream, make the values stale', () => {
  const { cache, note, forget } = cacheWithLog();
  const keep = () => cache.keep(ann, [record], { values: starred, since: cache.moment });
  keep();
  note(`7:${bob}`);
  expect(cache.find(ann, [record])).toEqual(starred);
  note(`9:${ann}`);
  expect(cache.find(ann, [record]).size).toBe(0);
  keep();
  expect(cache.find(ann, [record])).toEqual(starred);
  forget();
  expect(cache.find(ann, [record]).size).toBe(0);
});

test('values that were read before a write was noted are stale from the start', () => {
  const { cache, note } = cacheWithLog();
  const since = cache.moment;
  note(`7:${ann}`);
  cache.keep(ann, [record], { values: starred, since });
  expect(cache.find(ann, [record]).size).toBe(0);
});
