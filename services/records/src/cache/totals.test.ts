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
