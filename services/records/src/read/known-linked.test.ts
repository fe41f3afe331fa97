import { beforeEach, expect, test } from '@jest/globals';
import { Deadline } from '@svc/service-kit';
import type { PostTypes } from '../post-types/post-types.ts';
import { ChangeLog } from '../store/change-log.ts';
import type { RecordChanges } from '../store/record-changes.ts';
import type { LinkedDocument } from '../model/read-context.ts';
import { KnownLinked } from './known-linked.ts';

let stored: Map<number, string>;
/** What was read, each time. */
let read: (readonly number[])[];
let statusKeys: string[];
let changeLog: ChangeLog;
let known: KnownLinked;
/** Asked before each part that is read ahead. */
let beforePart: () => void;

beforeEach(() => {
  stored = new Map([
    [1, 'One'],
    [2, 'Two'],
  ]);
  read = [];
  statusKeys = ['overall_status'];
  changeLog = new ChangeLog();
  beforePart = () => {};
  const linked = (id: number): LinkedDocument => ({
    id,
    postType: 'contacts',
    name: stored.get(id) ?? '',
    createdAt: 0,
    status: 'active',
  });
  const find = async (ids: readonly number[]) => {
    read.push(ids);
    const there = ids.filter((id) => stored.has(id));
    return new Map(there.map((id) => [id, linked(id)]));
  };
  async function* newest() {
    for (const id of stored.keys()) {
      beforePart();
      yield [linked(id)];
    }
  }
  const all = () => statusKeys.map((key) => ({ statusField: { status_key: key } }));
  known = new KnownLinked({
    linked: { of: find, newest },
    recordChanges: { changeLog } as RecordChanges,
    postTypes: { all } as unknown as PostTypes,
  });
});

const update = (id: number) => changeLog.note({ operationType: 'update', id, paths: ['name'] });
const names = async (...ids: number[]) => {
  const found = await known.of(ids, Deadline.after(1_000));
  return ids.map((id) => found.get(id)?.name);
};

test('records that are known are not read again, and others are', async () => {
  expect(await names(1)).toEqual(['One']);
  expect(await names(1, 2, 3)).toEqual(['One', 'Two', undefined]);
  expect(await names(2, 1)).toEqual(['Two', 'One']);
  expect(read).toEqual([[1], [2, 3]]);
});

test('a record that was written, deleted or made is read again', async () => {
  await names(1, 2, 3);
  stored = new Map([
    [2, 'Second'],
    [3, 'Three'],
  ]);
  for (const id of [1, 2, 3]) update(id);
  expect(await names(1, 2, 3)).toEqual([undefined, 'Second', 'Three']);
});

test('what was written while it was read is read again', async () => {
  const reading = names(1);
  update(1);
  await reading;
  stored.set(1, 'First');
  expect(await names(1)).toEqual(['First']);
});

test('all are read again when other fields are their status', async () => {
  await names(1);
  statusKeys = ['overall_status', 'group_status'];
  await names(1);
  expect(read).toEqual([[1], [1]]);
});

test('all are read again when a type is there again whose status field is called like that of another', async () => {
  await names(1);
  statusKeys = ['overall_status', 'overall_status'];
  await names(1);
  expect(read).toEqual([[1], [1]]);
});

test('what is read ahead is known, without being asked for', async () => {
  await known.fill();
  expect(await names(1, 2)).toEqual(['One', 'Two']);
  expect(read).toEqual([]);
});

test('what was written while others were read ahead is read again', async () => {
  beforePart = () => update(1);
  await known.fill();
  stored.set(1, 'First');
  expect(await names(1, 2)).toEqual(['First', 'Two']);
  expect(read).toEqual([[1]]);
});

test('of what is read ahead nothing is known once other fields are the status', async () => {
  await known.fill();
  statusKeys = ['overall_status', 'group_status'];
  await names(1);
  expect(read).toEqual([[1]]);
});

test('reading ahead ends when it is stopped', async () => {
  beforePart = () => {
    if (stored.delete(1)) void known.stop();
  };
  await known.fill();
  expect(await names(2)).toEqual(['Two']);
  expect(read).toEqual([[2]]);
});

test('what fails while it is read ahead leaves the rest to be read when it is asked for', async () => {
  beforePart = () => {
    throw new Error('no database');
  };
  await expect(known.fill()).rejects.toThrow('no database');
  expect(await names(1)).toEqual(['One']);
  await known.stop();
});
