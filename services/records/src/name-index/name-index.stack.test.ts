import { afterEach, expect, test } from '@jest/globals';
import { captureLog, until } from '@svc/testing';
import { Registry } from 'prom-client';
import { RecordChanges } from '../cache/record-changes.ts';
import { everyRecord } from '../model/index-test.ts';
import { privateValuesModel } from '../store/private-values-model.ts';
import { harnessOfSuite } from '../testing/records-harness.ts';
import { findPart } from './find-indexed.ts';
import { NameIndex } from './name-index.ts';

const harness = harnessOfSuite({ isAlone: true, instances: 0 });
const opened: { stop(): Promise<void> }[] = [];

afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.stop();
  await harness.documents.deleteMany({});
});

async function open({ maxBytes = 1_000_000, isFollowing = true } = {}) {
  const { log, lines } = captureLog();
  const records = harness.documents;
  const changes = isFollowing
    ? new RecordChanges({ records, privateValues: privateValuesModel(records.db), log, timeoutMs: 10_000 })
    : undefined;
  changes?.start();
  if (changes) opened.push(changes);
  const registry = new Registry();
  const index = new NameIndex({ records, changes, fields: ['overall_status'], maxBytes, registry, log });
  opened.push(index);
  await index.start(10_000);
  return { index, changes, registry, lines };
}

async function namesIn(index: NameIndex): Promise<string[] | undefined> {
  const table = await index.current();
  const list = { postType: 'contacts', grants: [{}], test: everyRecord };
  const wanted = { order: { path: 'sort.name', direction: 1 }, offset: 0, limit: 100, maxIds: 0 } as const;
  const found = table && (await findPart(table, list, wanted));
  return found?.records.map(({ name }) => name);
}

const seed = (name: string) => harness.seed('contacts', 1, { name });
const byId = (id: number | undefined) => ({ _id: id }) as { _id: number };

test('has every confirmed write: new, renamed and deleted records', async () => {
  const [first] = await seed('B');
  const { index, registry } = await open();
  expect(await namesIn(index)).toEqual(['B']);
  await seed('A');
  expect(await namesIn(index)).toEqual(['A', 'B']);
  await harness.documents.updateOne(byId(first), { $set: { name: 'C', 'sort.name': 'c' } });
  expect(await namesIn(index)).toEqual(['A', 'C']);
  await harness.documents.deleteOne(byId(first));
  expect(await namesIn(index)).toEqual(['A']);
  expect(await registry.getSingleMetricAsString('svc_name_index_records')).toContain(' 1');
});

test('is complete after concurrent writes while it is loaded', async () => {
  await harness.seed('contacts', 50, { name: 'Old' });
  const writes = Promise.all(Array.from({ length: 20 }, () => seed('New')));
  const { index } = await open();
  await writes;
  await until(async () => expect((await namesIn(index))?.length).toBe(70));
});

test('is loaded again when changes may have been missed, and does not answer meanwhile', async () => {
  await seed('A');
  const { index, changes } = await open();
  changes?.changeLog.forget();
  expect(await namesIn(index)).toBeUndefined();
  await harness.documents.updateOne({ name: 'A' }, { $set: { name: 'B' } });
  await until(async () => expect(await namesIn(index)).toEqual(['B']));
});

test('gives up its memory and says so when it exceeds the limit', async () => {
  await harness.seed('contacts', 30);
  const { index, lines, registry } = await open({ maxBytes: 5_000 });
  expect(await index.current()).toBeUndefined();
  expect(lines).toContainEqual(expect.objectContaining({ msg: expect.stringContaining('NAME_INDEX_MB') }));
  expect(await registry.getSingleMetricAsString('svc_name_index_bytes')).toContain(' 0');
});

test.each([{ maxBytes: 0 }, { isFollowing: false }])('does not exist with %j', async (options) => {
  await seed('A');
  const { index } = await open(options);
  expect(await index.current()).toBeUndefined();
});
