import { expect, test } from '@jest/globals';
import type { Grant } from '@svc/contracts';
import { sized } from '@svc/testing';
import fc from 'fast-check';
import type { IndexTest } from '../model/index-test.ts';
import type { OrderPath } from '../store/indexes.ts';
import { countIndexed } from './count-indexed.ts';
import { findFirst, findPart } from './find-indexed.ts';
import { isListed } from './indexed-list.ts';
import { codePointOrdered, fromCodePointOrdered, type IndexedRecord } from './indexed-record.ts';
import { RecordTable } from './record-table.ts';
import { compareBy, SortedRecords, sortInSlices, sortKeyOf } from './sorted-records.ts';

const letters = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'abc ß\u{1F600}\uFFFD'), maxLength });
/** Some are so long that the index does not know where their pieces are. */
const text = fc.oneof(
  { arbitrary: letters(8), weight: 4 },
  fc.record({ begin: letters(4), end: letters(4) }).map(({ begin, end }) => begin + 'ab'.repeat(150) + end),
);
const term = fc.constantFrom('contacts.status=new', 'contacts.status=old', 'contacts.tags=red');
const user = fc.integer({ min: 1, max: 3 });
const postType = fc.constantFrom('contacts', 'groups');

const record: fc.Arbitrary<IndexedRecord> = fc
  .record({
    _id: fc.integer({ min: 1, max: 12 }),
    version: fc.nat(5),
    postType,
    name: text,
    createdAt: fc.nat(3),
    lastModified: fc.nat(3),
    sharedWith: fc.uniqueArray(user),
    fields: fc.record({ type: fc.constantFrom('access', 'personal'), sources: fc.constantFrom(['web'], []) }),
    filterTerms: fc.uniqueArray(term),
    privateValueOwners: fc.constant([]),
    channels: fc.array(fc.string({ unit: fc.constantFrom(...'12@'), maxLength: 8 }), { maxLength: 2 }),
  })
  .map(({ channels, name, ...rest }) => ({
    ...rest,
    name,
    searchName: name,
    searchComms: channels.join('\n'),
    sortName: codePointOrdered(name),
  }));

const { indexTest } = fc.letrec<{ indexTest: IndexTest }>((tie) => ({
  indexTest: fc.oneof(
    { maxDepth: 3 },
    fc.record({ kind: fc.constant('terms' as const), terms: fc.uniqueArray(term, { minLength: 1 }) }),
    fc.record({
      kind: fc.constant('name' as const),
      parts: fc.oneof(
        fc.array(fc.string({ unit: fc.constantFrom(...'abc'), minLength: 1, maxLength: 5 }), {
          maxLength: 2,
        }),
        fc.integer({ min: 40, max: 120 }).map((times) => ['ab'.repeat(times)]),
      ),
    }),
    fc.record({
      kind: fc.constant('comms' as const),
      text: fc.string({ unit: fc.constantFrom(...'12@'), minLength: 1, maxLength: 5 }),
    }),
    fc.record({ kind: fc.constant('ids' as const), ids: fc.uniqueArray(fc.integer({ min: 1, max: 12 })) }),
    fc.record({
      kind: fc.constantFrom('all' as const, 'any' as const),
      of: fc.array(tie('indexTest'), { maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), of: tie('indexTest') }),
  ),
}));

const grants: fc.Arbitrary<readonly Grant[]> = fc.constantFrom<readonly Grant[]>(
  [{}],
  [],
  [{ shared_with: 1 }],
  [{ shared_with: 2 }, { types: ['access'] }],
  [{ shared_with: 3 }, { types: ['access', 'personal'], sources: ['web'] }],
);

const question = fc.record({
  postType,
  grants,
  test: indexTest,
  path: fc.constantFrom<OrderPath>('createdAt', 'lastModified', 'sort.name'),
  direction: fc.constantFrom(1 as const, -1 as const),
  offset: fc.nat(4),
  limit: fc.nat(5),
});

/** A record is stored, or its id is deleted; then a question is asked. */
const step = fc.oneof(
  { arbitrary: record.map((stored) => ({ stored })), weight: 4 },
  { arbitrary: fc.integer({ min: 1, max: 12 }).map((deleted) => ({ deleted })), weight: 1 },
  { arbitrary: question.map((asked) => ({ asked })), weight: 4 },
);

test('answers match a scan of all records after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { maxLength: 12 }),
      fc.array(step, { maxLength: 30 }),
      fc.constantFrom(0, 500),
      async (first, steps, minKept) => {
        const table = new RecordTable(minKept);
        const stored = new Map<number, IndexedRecord>();
        const set = (each: IndexedRecord) => {
          table.set(each);
          stored.set(each._id, each);
        };
        for (const each of first) if (!stored.has(each._id)) set(each);
        await table.sort();
        for (const each of steps) {
          if ('stored' in each) set(each.stored);
          else if ('deleted' in each) {
            table.delete(each.deleted);
            stored.delete(each.deleted);
          } else await check(table, [...stored.values()], each.asked);
        }
        expect(table.size).toBe(stored.size);
      },
    ),
    { numRuns: sized(100, 300) },
  );
});

type Question = typeof question extends fc.Arbitrary<infer Each> ? Each : never;

async function check(table: RecordTable, all: readonly IndexedRecord[], asked: Question): Promise<void> {
  const { path, direction, offset, limit, ...list } = asked;
  const order = { path, direction };
  const compare = compareBy(path);
  const expected = all
    .filter((each) => isListed(list, each))
    .sort((one, other) => direction * compare(one, other));
  const idsOf = (records: readonly IndexedRecord[] = []) => records.map(({ _id }) => _id);
  const found = await findPart(table, list, { order, offset, limit, maxIds: 3 });
  expect(found?.total).toBe(expected.length);
  expect(idsOf(found?.records)).toEqual(idsOf(expected.slice(offset, offset + limit)));
  expect(found?.ids?.toSorted()).toEqual(expected.length > 3 ? undefined : idsOf(expected).toSorted());
  expect(idsOf(findFirst(table, list, { order, limit }))).toEqual(idsOf(expected.slice(0, limit)));
  const [counted] = countIndexed(table, list, [list.test, undefined]);
  expect([expected.length, undefined]).toContain(counted);
  const last = expected[offset];
  if (!last) return;
  const after = sortKeyOf(path, last);
  const next = await findPart(table, list, { order, offset: 0, limit, after, maxIds: 0 });
  expect(idsOf(next?.records)).toEqual(idsOf(expected.slice(offset + 1, offset + 1 + limit)));
}

test('a list of more texts than one slice tests has its part and its total, and no ids', async () => {
  const table = new RecordTable();
  const [sample] = fc.sample(record, 1);
  const count = 120_000;
  const all = Array.from({ length: count }, (_each, index) => {
    const createdAt = (index * 7_919) % count;
    const name = index % 3 === 0 ? 'someone else' : 'anyone';
    return {
      ...(sample as IndexedRecord),
      _id: index + 1,
      postType: 'contacts',
      createdAt,
      searchName: name,
    };
  });
  for (const each of all) table.set(each);
  await table.sort();
  const list = { postType: 'contacts', grants: [{}], test: { kind: 'name', parts: ['anyone'] } } as const;
  const order = { path: 'createdAt', direction: -1 } as const;
  const expected = all
    .filter(({ searchName }) => searchName === 'anyone')
    .sort((one, other) => other.createdAt - one.createdAt);
  const found = await findPart(table, list, { order, offset: 30, limit: 20, maxIds: 2_000 });
  expect(found).toMatchObject({ records: expected.slice(30, 50), total: expected.length, ids: undefined });
  const after = sortKeyOf(order.path, expected[49] as IndexedRecord);
  const next = await findPart(table, list, { order, offset: 0, limit: 20, after, maxIds: 2_000 });
  expect(next?.records).toMatchObject(expected.slice(50, 70));
});

test('texts that are shorter than a piece are found among any number of records', async () => {
  const table = new RecordTable();
  const [sample] = fc.sample(record, 1);
  const names = ['li wu', 'ann lee', 'wu l'];
  for (let _id = 1; _id <= 60_000; _id += 1)
    table.set({ ...(sample as IndexedRecord), _id, postType: 'contacts', searchName: names[_id % 3] ?? '' });
  await table.sort();
  const find = (...parts: string[]) =>
    findPart(
      table,
      { postType: 'contacts', grants: [{}], test: { kind: 'name', parts } },
      { order: { path: 'createdAt', direction: 1 }, offset: 0, limit: 2, maxIds: 0 },
    );
  const both = await find('l', 'w');
  expect([both?.total, both?.records[0]?.searchName]).toEqual([20_000, 'li wu']);
  expect((await find('wu'))?.total).toBe(40_000);
  expect((await find('l'))?.total).toBe(60_000);
});

test('records stay sorted in blocks that grow, are divided, and vanish', () => {
  const [sample] = fc.sample(record, 1);
  const version = (_id: number, createdAt: number) => ({ ...(sample as IndexedRecord), _id, createdAt });
  const sorted = new SortedRecords<IndexedRecord>('createdAt');
  const stored = new Map<number, IndexedRecord>();
  const check = () => {
    const expected = [...stored.values()].sort(compareBy('createdAt'));
    const middle = expected[expected.length >>> 1];
    const parts = [1, -1].flatMap((direction) => {
      const ordered = direction === 1 ? expected : expected.toReversed();
      const part = { direction: direction as 1 | -1, limit: 700 };
      expect([...sorted.inDirection(part.direction)]).toEqual(ordered);
      expect(sorted.part({ ...part, offset: 900 })).toEqual(ordered.slice(900, 1_600));
      const after = middle && sortKeyOf('createdAt', middle);
      const start = middle ? ordered.indexOf(middle) + 1 : 0;
      expect(sorted.part({ ...part, offset: 0, after })).toEqual(ordered.slice(start, start + 700));
      return ordered;
    });
    expect([sorted.length, parts.length]).toEqual([stored.size, 2 * stored.size]);
  };
  const at = (step: number) => (step * 7_919) % 1_000;
  for (let id = 1; id <= 3_000; id += 1) {
    stored.set(id, version(id, at(id)));
    sorted.insert(version(id, at(id)));
  }
  check();
  for (let id = 1; id <= 3_000; id += 2) {
    sorted.replace(version(id, at(id)), version(id, at(id + 3)));
    stored.set(id, version(id, at(id + 3)));
  }
  check();
  for (const [id, each] of [...stored].slice(0, 2_900)) {
    sorted.remove(each);
    stored.delete(id);
  }
  check();
  for (const each of stored.values()) sorted.remove(each);
  stored.clear();
  check();
});

test('tests of filter terms are counted together, and others are not', async () => {
  const table = new RecordTable();
  const [sample] = fc.sample(record, 1);
  const terms = [['new'], ['new', 'red'], ['old'], ['old', 'red'], []];
  for (const [index, each] of terms.entries())
    table.set({ ...(sample as IndexedRecord), _id: index + 1, postType: 'contacts', filterTerms: each });
  await table.sort();
  const has = (...names: string[]): IndexTest => ({ kind: 'terms', terms: names });
  const tests: IndexTest[] = [
    has('new'),
    has('new', 'old'),
    { kind: 'all', of: [has('old'), has('red')] },
    { kind: 'not', of: has('red') },
    { kind: 'all', of: [] },
    { kind: 'name', parts: ['a'] },
  ];
  const list = { postType: 'contacts', grants: [{}] };
  expect(countIndexed(table, list, tests)).toEqual([2, 4, 1, 3, 5, undefined]);
});

test('the estimated memory returns to zero with the last record', async () => {
  const table = new RecordTable();
  const each = fc.sample(record, 1)[0] as IndexedRecord;
  table.set(each);
  await table.sort();
  expect(table.bytes).toBeGreaterThan(100);
  table.delete(each._id);
  expect([table.bytes, table.size]).toEqual([0, 0]);
});

test('sort names compare as the database compares texts, and can be turned back', () => {
  const any = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(any, any, (one, other) => {
      const inBytes = Buffer.compare(Buffer.from(one), Buffer.from(other));
      const first = codePointOrdered(one);
      const second = codePointOrdered(other);
      expect(first === second ? 0 : first < second ? -1 : 1).toBe(inBytes);
      expect(fromCodePointOrdered(first)).toBe(one);
    }),
  );
});

test('a sort in slices equals a sort at once, and keeps equal elements in their order', async () => {
  const all = Array.from({ length: 20_000 }, (_each, index) => [(index * 7_919) % 1_000, index] as const);
  const compare = ([one]: readonly [number, number], [other]: readonly [number, number]) => one - other;
  expect(await sortInSlices(all, compare)).toEqual(all.toSorted(compare));
});
