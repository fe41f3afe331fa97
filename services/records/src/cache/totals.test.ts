import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { captureLog } from '@svc/service-kit/testing';
import type { Condition } from '../model/filter.ts';
import { privateValuesModel } from '../store/private-values-model.ts';
import { harnessOfSuite, type RecordsHarness } from '../testing/records-harness.ts';
import { ReadCache } from './read-cache.ts';
import type { QueryCache } from './query-cache.ts';
import type { CachedItem } from './item-cache.ts';

const harness = harnessOfSuite({ instances: 0 });
let cache: ReadCache<CachedItem>;
let totals: QueryCache<number>;
/** The conditions that were counted. */
let counts: Condition[];

beforeAll(() => harness.documents.createCollection());

function open(isOn: boolean): void {
  const privateValues = privateValuesModel(harness.documents.db);
  const follow = { records: harness.documents, privateValues, log: captureLog().log, timeoutMs: 10_000 };
  cache = new ReadCache({ ...follow, registry: new Registry(), isOn, maxBytes: 1_000_000 });
  cache.start();
  totals = cache.totals;
}

beforeEach(() => {
  open(true);
  counts = [];
});

afterEach(() => cache.stop());

const countOf = async (condition: Condition): Promise<number> => {
  counts.push(condition);
  return harness.documents.countDocuments({ $and: [{ postType: 'contacts' }, condition] });
};

const total = (condition: Condition, count = () => countOf(condition)) =>
  totals.of({ postType: 'contacts', condition }, count);

async function seedOne(more: Parameters<RecordsHarness['seed']>[2] = {}): Promise<number> {
  const [id = 0] = await harness.seed('contacts', 1, more);
  return id;
}

const set = (id: number, values: object) => harness.documents.updateOne({ _id: id }, { $set: values });

test('a total is counted once while what it depends on stays as it is', async () => {
  const id = await seedOne({ fields: { type: 'access', a: 1 } });
  const condition = { $or: [{ sharedWith: 77 }, { $and: [{ 'fields.type': 'access' }, { 'fields.a': 1 }] }] };
  expect(await total(condition)).toBe(1);
  for (const values of [{ 'fields.b': 2 }, { name: 'Other', lastModified: new Date() }, { 'sort.a': 2 }])
    await set(id, values);
  await harness.seed('groups', 3, { fields: { type: 'access', a: 1 } });
  expect(await total(condition)).toBe(1);
  expect(counts).toHaveLength(1);
});

test('conditions are told apart by every value, of whatever kind', async () => {
  const day = '2026-01-01T00:00:00.000Z';
  const conditions: Condition[] = [
    { name: 'a' },
    { name: /a/ },
    { name: /a/i },
    { name: { $regex: 'a' } },
    { createdAt: { $gte: new Date(day) } },
    { createdAt: { $gte: day } },
    { createdAt: null },
    {},
    { 'fields.x': 1 },
    { 'fields.x': '1' },
    { 'fields.x': true },
    { 'fields.x': { $in: [1] } },
  ];
  for (const condition of [...conditions, ...conditions]) await total(condition);
  expect(counts).toEqual(conditions);
});

test('those who ask for one total at once share a count, unless something was changed meanwhile', async () => {
  const condition = { 'fields.d': 1 };
  const started = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const slow = async () => {
    const found = await countOf(condition);
    started.resolve();
    await released.promise;
    return found;
  };
  const first = total(condition, slow);
  await started.promise;
  const second = total(condition);
  await seedOne({ fields: { d: 1 } });
  expect(await total(condition)).toBe(1);
  released.resolve();
  expect(await first).toBe(0);
  expect([0, 1]).toContain(await second);
  expect(await total(condition)).toBe(1);
  expect(counts).toHaveLength(2);
});

test('what was gathered before a change does not become a known total', async () => {
  const condition = { 'fields.e': 1 };
  const since = totals.moment;
  const gathered = await countOf(condition);
  await seedOne({ fields: { e: 1 } });
  expect(await totals.of({ postType: 'contacts', condition, since }, async () => gathered)).toBe(0);
  expect(await total(condition)).toBe(1);
});

test.each<[string, Condition]>([
  ['is too long to keep', { _id: { $in: Array.from({ length: 3_000 }, (_, index) => index) } }],
  ['cannot be told apart by paths', { $expr: { $eq: ['$name', '$fields.a'] } }],
])('a condition that %s is counted each time', async (_what, condition) => {
  await total(condition);
  await total(condition);
  expect(counts).toHaveLength(2);
});

test('nothing is known while the changes cannot be followed', async () => {
  const condition = { 'fields.g': 1 };
  await total(condition);
  await cache.stop();
  await harness.seed('contacts', 2, { fields: { g: 1 } });
  expect(await total(condition)).toBe(2);
  expect(await total(condition)).toBe(2);
  expect(counts).toHaveLength(3);
});

test('nothing is known where the cache is off', async () => {
  await cache.stop();
  open(false);
  expect(await total({})).toBe(await total({}));
  expect(counts).toHaveLength(2);
});
