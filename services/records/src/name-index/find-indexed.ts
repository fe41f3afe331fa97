import type { Grant } from '@svc/contracts';
import { TimeSlice } from '@svc/service-kit';
import { isGranted } from '../access/grant.ts';
import type { IndexTest } from '../model/index-test.ts';
import type { OrderPath } from '../store/indexes.ts';
import type { IndexedRecord } from './indexed-record.ts';
import type { RecordTable } from './record-table.ts';
import { FirstInOrder } from './first-in-order.ts';
import { compareBy, sortKeyOf, type SortedRecords, type SortKey } from './sorted-records.ts';
import { pieceLength } from './text-postings.ts';

/** The records of a type that grants cover and that meet a test. */
export interface IndexedList {
  readonly postType: string;
  readonly grants: readonly Grant[];
  readonly test: IndexTest;
}

export interface IndexOrder {
  readonly path: OrderPath;
  readonly direction: 1 | -1;
}

/** A part of a list: from an offset on, or after a record. */
interface Wanted {
  readonly order: IndexOrder;
  readonly offset: number;
  readonly limit: number;
  readonly after?: SortKey | undefined;
  /** The ids of the whole list are returned if it has at most so many records. */
  readonly maxIds: number;
}

export interface FoundPart {
  readonly records: readonly IndexedRecord[];
  /** How many records the whole list has. */
  readonly total: number;
  readonly ids: readonly number[] | undefined;
}

/** More records than this are not tested in one turn of the event loop; at 50 ns each, these take some milliseconds. */
const maxTested = 50_000;

/** After so many records, `findAmong` looks whether its slice is over. */
const testedPerLook = 1_000;

/** Candidates have to be looked up and sorted: they are used where the records that the caller may see are so many times as many. */
const moreThanCandidates = 2;

/** A part of a list, and its total. Undefined for long lists that the database finds by an index of its own, or that have no candidates. */
export async function findPart(
  table: RecordTable,
  list: IndexedList,
  wanted: Wanted,
): Promise<FoundPart | undefined> {
  const { order, maxIds, ...part } = wanted;
  const granted = table.granted(list.postType, list.grants, order.path);
  if (isEverything(list.test)) {
    const records = granted.part({ ...part, direction: order.direction });
    return { records, total: granted.length, ids: idsOf(granted.ascending, maxIds) };
  }
  const candidates = candidatesOf(table, list.test);
  const isShort = granted.length <= maxTested;
  const few = isShort ? granted.length / moreThanCandidates : hasText(list.test) ? Infinity : maxTested;
  if (candidates && candidates.count <= few) return findAmong(candidates, list, wanted);
  return isShort ? partOf(inOrder(granted, list.test, order.direction), wanted) : undefined;
}

/** A part of a list whose candidates are known. Long lists are read in slices and not sorted: only the first records are kept. */
async function findAmong(candidates: Candidates, list: IndexedList, wanted: Wanted): Promise<FoundPart> {
  const { order, offset, limit, after, maxIds } = wanted;
  const compare = comparedBy(order);
  const slice = new TimeSlice();
  const all: IndexedRecord[] = [];
  const first = new FirstInOrder(compare, after ? limit : offset + limit);
  const keep = (record: IndexedRecord) => {
    if (!after || isAfter(record, order, after)) first.add(record);
  };
  let tested = 0;
  let total = 0;
  for (const record of candidates.records()) {
    tested += 1;
    if (tested % testedPerLook === 0 && slice.isOver) await slice.end();
    if (!isListed(list, record)) continue;
    total += 1;
    if (total <= maxIds) all.push(record);
    keep(record);
  }
  const records = first.sorted();
  const ids = total > maxIds ? undefined : all.toSorted(compare).map(({ _id }) => _id);
  return { records: after ? records : records.slice(offset), total, ids };
}

function partOf(
  sorted: readonly IndexedRecord[],
  { order, offset, limit, after, maxIds }: Wanted,
): FoundPart {
  const start = after ? firstAfter(sorted, order, after) : offset;
  return {
    records: sorted.slice(start, start + limit),
    total: sorted.length,
    ids: idsOf(sorted, maxIds),
  };
}

function idsOf(all: readonly IndexedRecord[], maxIds: number): readonly number[] | undefined {
  return all.length > maxIds ? undefined : all.map(({ _id }) => _id);
}

function isListed({ postType, grants, test }: IndexedList, record: IndexedRecord): boolean {
  return record.postType === postType && meets(test, record) && isGranted(grants, record);
}

function comparedBy({ path, direction }: IndexOrder) {
  const compare = compareBy(path);
  return direction === 1 ? compare : (one: IndexedRecord, other: IndexedRecord) => compare(other, one);
}

/** The records of a list that meet a test, in an order. */
function inOrder({ ascending }: SortedRecords, test: IndexTest, direction: 1 | -1): IndexedRecord[] {
  const found = ascending.filter((record) => meets(test, record));
  return direction === 1 ? found : found.reverse();
}

/**
 * The first records of a list. Unlike `findPart`, it stops when it has enough, so that a text that many records contain is found as fast as
 * a rare one. Undefined when too many records would have to be tested.
 */
export function findFirst(
  table: RecordTable,
  list: IndexedList,
  { order, limit }: Pick<Wanted, 'order' | 'limit'>,
): readonly IndexedRecord[] | undefined {
  const granted = table.granted(list.postType, list.grants, order.path);
  const candidates = candidatesOf(table, list.test);
  const count = candidates?.count ?? Infinity;
  // Where one of ten records is a candidate, some ten times the limit have to be tested until enough are found.
  const isFew = count * count < limit * granted.length;
  const found = isFew
    ? undefined
    : walk(granted, order, { test: list.test, limit, most: Math.min(count, maxTested) });
  if (found) return found;
  return findAll(list, granted, { order, candidates })?.slice(0, limit);
}

/** The first matches in an order; undefined if `most` records were tested before there were enough. */
function walk(
  granted: SortedRecords,
  { direction }: IndexOrder,
  { test, limit, most }: { test: IndexTest; limit: number; most: number },
): readonly IndexedRecord[] | undefined {
  const { ascending, length } = granted;
  const found: IndexedRecord[] = [];
  for (let step = 0; step < length; step += 1) {
    if (found.length === limit) return found;
    if (step === most) return undefined;
    const record = ascending[direction === 1 ? step : length - 1 - step] as IndexedRecord;
    if (meets(test, record)) found.push(record);
  }
  return found;
}

/** All records of a list, in an order. Undefined when too many records would have to be tested. */
function findAll(
  list: IndexedList,
  granted: SortedRecords,
  { order, candidates }: { readonly order: IndexOrder; readonly candidates: Candidates | undefined },
): readonly IndexedRecord[] | undefined {
  const isTooLong = granted.length > maxTested;
  const few = isTooLong ? maxTested : Math.min(maxTested, granted.length / moreThanCandidates);
  if (!candidates || candidates.count > few)
    return isTooLong ? undefined : inOrder(granted, list.test, order.direction);
  return [...candidates.records()].filter((record) => isListed(list, record)).sort(comparedBy(order));
}

function firstAfter(sorted: readonly IndexedRecord[], order: IndexOrder, key: SortKey): number {
  const place = sorted.findIndex((record) => isAfter(record, order, key));
  return place === -1 ? sorted.length : place;
}

/** Whether a record comes after a key in an order. */
function isAfter(record: IndexedRecord, { path, direction }: IndexOrder, { value, id }: SortKey): boolean {
  const key = sortKeyOf(path, record);
  if (key.value === value) return direction * (key.id - id) > 0;
  return key.value > value === (direction === 1);
}

/** Whether a test compares texts, for which the database would read all records. */
function hasText(test: IndexTest): boolean {
  if (test.kind === 'all' || test.kind === 'any') return test.of.some(hasText);
  return test.kind === 'name' || test.kind === 'comms';
}

function isEverything(test: IndexTest): boolean {
  return test.kind === 'all' && test.of.every(isEverything);
}

interface Candidates {
  readonly count: number;
  /** Each once; they may be read in slices, while the table changes. */
  readonly records: () => Iterable<IndexedRecord>;
}

/** The records that may meet a test; undefined if the index does not narrow them down. */
function candidatesOf(table: RecordTable, test: IndexTest): Candidates | undefined {
  switch (test.kind) {
    case 'all':
      return fewest(test.of.map((part) => candidatesOf(table, part)));
    case 'any':
      return together(test.of.map((part) => candidatesOf(table, part)));
    case 'not':
    case 'unset':
      return undefined;
    case 'terms':
      return { count: table.numberWithTerms(test.terms), records: () => table.withTerms(test.terms) };
    case 'name':
      return table.textCandidates('name', test.parts.filter(isLong));
    case 'comms':
      return table.textCandidates('comms', [test.text].filter(isLong));
    case 'ids':
      return byIds(table, test.ids);
    case 'shared':
      return byIds(table, table.idsSharedWith(test.users));
  }
}

function byIds(table: RecordTable, ids: readonly number[]): Candidates {
  return {
    count: ids.length,
    records: () => ids.map((id) => table.get(id)).filter((record) => record !== undefined),
  };
}

function isLong(text: string): boolean {
  return text.length >= pieceLength;
}

function fewest(all: readonly (Candidates | undefined)[]): Candidates | undefined {
  return all
    .filter((each) => each !== undefined)
    .reduce<Candidates | undefined>(
      (least, each) => (least && least.count <= each.count ? least : each),
      undefined,
    );
}

function together(all: readonly (Candidates | undefined)[]): Candidates | undefined {
  const known = all.filter((each) => each !== undefined);
  if (known.length < all.length) return undefined;
  return {
    count: known.reduce((sum, { count }) => sum + count, 0),
    records: () => [...new Set(known.flatMap(({ records }) => [...records()]))],
  };
}

/** The parts of a record that tests read. */
type Tested = Pick<IndexedRecord, '_id' | 'filterTerms' | 'searchName' | 'searchComms' | 'sharedWith'>;

/** Whether a record meets a test. */
export function meets(test: IndexTest, record: Tested): boolean {
  switch (test.kind) {
    case 'all':
      return test.of.every((part) => meets(part, record));
    case 'any':
      return test.of.some((part) => meets(part, record));
    case 'not':
      return !meets(test.of, record);
    case 'terms':
      return test.terms.some((term) => record.filterTerms.includes(term));
    case 'name':
      return containsInOrder(record.searchName, test.parts);
    case 'comms':
      return record.searchComms.includes(test.text);
    case 'ids':
      return test.ids.includes(record._id);
    case 'unset':
      return !record.filterTerms.some((term) => term.startsWith(test.prefix));
    case 'shared':
      return test.users.some((user) => record.sharedWith.includes(user));
  }
}

function containsInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return true;
}
