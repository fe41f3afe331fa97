import { beforeEach, expect, test } from '@jest/globals';
import { ChangeLog } from './change-log.ts';
import { KeyCache, type RecordKeys } from './key-cache.ts';

const log = new ChangeLog();
let canSync = true;
let cache: KeyCache;
/** The records that are there, and which of them were read. */
let there: RecordKeys[];
let reads: number[][];

beforeEach(() => {
  canSync = true;
  cache = new KeyCache({ changes: { changeLog: log, sync: async () => canSync }, maxBytes: 2_000 });
  there = [1, 2, 3].map((id) => ({ id, type: 'access', createdAt: id, lastModified: id, 'sort.name': 'a' }));
  reads = [];
});

async function keysOf(...ids: number[]): Promise<readonly RecordKeys[]> {
  const found = await cache.of('contacts', ids, await cache.isCurrent(), async (wanted) => {
    reads.push([...wanted]);
    return there.filter(({ id }) => wanted.includes(id));
  });
  return found.toSorted((one, other) => one.id - other.id);
}

function change(operationType: string, id: number): void {
  log.note({ operationType, id, paths: ['lastModified'] });
}

test('keys are read once, until the record changes or is deleted', async () => {
  expect(await keysOf(1, 2)).toEqual(there.slice(0, 2));
  expect(await keysOf(1, 2, 3)).toEqual(there);
  expect(await keysOf(3, 1)).toEqual([there[0], there[2]]);
  expect(reads).toEqual([[1, 2], [3]]);
  there = there.slice(0, 2).map((keys) => ({ ...keys, type: 'personal' }));
  change('update', 2);
  change('delete', 3);
  expect(await keysOf(1, 2, 3)).toEqual([{ ...there[0], type: 'access' }, there[1]]);
  expect(reads.slice(2)).toEqual([[2, 3]]);
});

test('keys that changed while they were read are read again', async () => {
  await cache.of('contacts', [1], true, async () => {
    change('update', 1);
    return there.slice(0, 1);
  });
  expect(await keysOf(1)).toEqual(there.slice(0, 1));
  expect(reads).toEqual([[1]]);
});

test('without the changes all keys are read', async () => {
  await keysOf(1, 2);
  canSync = false;
  await keysOf(1, 2);
  log.forget();
  canSync = true;
  await keysOf(1, 2);
  expect(reads).toEqual([
    [1, 2],
    [1, 2],
    [1, 2],
  ]);
});

test('keys of a record of another type are not told', async () => {
  await keysOf(1, 2);
  expect(await cache.of('groups', [1, 2], true, async () => [])).toEqual([]);
  expect(await keysOf(1)).toEqual(there.slice(0, 1));
});
