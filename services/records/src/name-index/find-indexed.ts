import { TimeSlice } from '@svc/service-kit';
import type { IndexTest } from '../model/index-test.ts';
import type { IndexedRecord } from './indexed-record.ts';
import { FirstInOrder } from './first-in-order.ts';
import { isListed, meets, type IndexedList } from './indexed-list.ts';
import { orderKey } from './order-keys.ts';
import { together } from './posting.ts';
import type { Candidates, RecordTable } from './record-table.ts';
import { compareBy, sortKeyOf, type IndexOrder, type SortedRecords, type SortKey } from './sorted-records.ts';

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

/** So many candidates that need no test are passed in the time in which one record is read and tested. */
const candidatesPerRecord = 10;

/** So many candidates are sorted in one turn of the event loop, at most. */
const maxSorted = 10_000;

/**
 * A part of a list, and its total. A list of terms is kept, so that its next pages cost no more than their records. Undefined for long lists
 * that the database finds by an index of its own, or that have no candidates.
 */
export async function findPart(
  table: RecordTable,
  list: IndexedList,
  wanted: Wanted,
): Promise<FoundPart | undefined> {
  const { path } = wanted.order;
  const granted = table.granted(list.postType, list.grants, path);
  const known = isEverything(list.test) ? granted : table.kept(list, path);
  if (known) return partOf(known, wanted);
  const candidates = candidatesOf(table, list.test);
  const isShort = granted.length <= maxTested;
  const few = isShort ? granted.length / moreThanCandidates : hasText(list.test) ? Infinity : maxTested;
  if (candidates && (candidates.count <= few || areQuick(candidates, granted))) {
    if (hasText(list.test) || candidates.count > maxSorted)
      return findAmong(table, list, { ...wanted, candidates });
    const sorted = table
      .recordsOf(candidates)
      .filter((record) => isListed(list, record))
      .sort(compareBy(path));
    return partOf(table.keep(list, path, sorted), wanted);
  }
  const isMet = (record: IndexedRecord) => meets(list.test, record);
  if (isShort) return partOf(table.keep(list, path, granted.filter(isMet)), wanted);
  return undefined;
}

/** A part of a list whose candidates are known. They are counted in slices, and not sorted: only the first records are kept. */
async function findAmong(
  table: RecordTable,
  list: IndexedList,
  { candidates, order, offset, limit, after, maxIds }: Wanted & { readonly candidates: Candidates },
): Promise<FoundPart> {
  const first = new FirstInOrder(order, after ? limit : offset + limit);
  const isBefore = beforeKey(order, after);
  const isListedIn = listedSlots(table, list, candidates);
  const slice = new TimeSlice();
  const firstSlots: number[] = [];
  let tested = 0;
  let total = 0;
  for (const slot of candidates.slots()) {
    tested += 1;
    if (tested % testedPerLook === 0 && slice.isOver) await slice.end();
    if (!isListedIn(slot)) continue;
    total += 1;
    if (total <= maxIds) firstSlots.push(slot);
    const key = table.orderKeys.get(order.path, slot);
    if (isBefore(key) || first.isBeyond(key)) continue;
    const record = table.at(slot);
    // Between two slices the slot may have got another record or version.
    if (record && isListed(list, record) && (!after || isAfter(record, order, after))) first.add(record);
  }
  return {
    records: first.sorted().slice(after ? 0 : offset),
    total,
    ids: total > maxIds ? undefined : firstSlots.flatMap((slot) => table.at(slot)?._id ?? []),
  };
}

/** Whether passing candidates takes less than testing what the caller may see. */
function areQuick({ count, isExact }: Candidates, granted: SortedRecords): boolean {
  return isExact && count <= candidatesPerRecord * granted.length;
}

/** Whether the record in the slot of a candidate is in a list. */
function listedSlots(
  table: RecordTable,
  list: IndexedList,
  { isExact }: Candidates,
): (slot: number) => boolean {
  if (isExact) return table.access(list.postType, list.grants);
  return (slot) => {
    const record = table.at(slot);
    return record !== undefined && isListed(list, record);
  };
}

/** Whether a record with this number in an order is certainly not after a key. */
function beforeKey({ direction }: IndexOrder, after: SortKey | undefined): (key: number) => boolean {
  if (!after) return () => false;
  const start = orderKey(after);
  return (key) => direction * (key - start) < 0;
}

function partOf(sorted: SortedRecords, { order, maxIds, ...part }: Wanted): FoundPart {
  const records = sorted.part({ ...part, direction: order.direction });
  return { records, total: sorted.length, ids: idsOf(sorted, maxIds) };
}

function idsOf(sorted: SortedRecords, maxIds: number): readonly number[] | undefined {
  if (sorted.length > maxIds) return undefined;
  return sorted.part({ direction: 1, offset: 0, limit: maxIds }).map(({ _id }) => _id);
}

type FirstWanted = Pick<Wanted, 'order' | 'limit'> & { readonly candidates: Candidates | undefined };

/**
 * The first records of a list. Unlike `findPart`, it stops when it has enough, so that a text that many records contain is found as fast as
 * a rare one. Undefined when too many records would have to be tested.
 */
export function findFirst(
  table: RecordTable,
  list: IndexedList,
  { order, limit }: Pick<Wanted, 'order' | 'limit'>,
): readonly IndexedRecord[] | undefined {
  const candidates = candidatesOf(table, list.test);
  const found = findInOrder(table, list, { candidates, order, limit });
  return found ?? findAmongFew(table, list, { candidates, order, limit });
}

/** The first matches in an order. Undefined where few of the records that the caller may see are candidates, and if too many were tested. */
function findInOrder(
  table: RecordTable,
  { postType, grants, test }: IndexedList,
  { candidates, order: { path, direction }, limit }: FirstWanted,
): readonly IndexedRecord[] | undefined {
  const granted = table.granted(postType, grants, path);
  const count = candidates?.count ?? Infinity;
  // Where one of ten records is a candidate, some ten times the limit have to be tested until enough are found.
  const steps = (limit * granted.length) / count;
  if (steps * (candidates?.isExact ? candidatesPerRecord : 1) > count) return undefined;
  const most = Math.min(count, maxTested);
  const found: IndexedRecord[] = [];
  let tested = 0;
  for (const record of granted.inDirection(direction)) {
    if (found.length === limit) break;
    if (tested === most) return undefined;
    tested += 1;
    if (meets(test, record)) found.push(record);
  }
  return found;
}

/** The first matches in an order, found among candidates or by testing all records. Undefined when these are too many. */
function findAmongFew(
  table: RecordTable,
  list: IndexedList,
  { candidates, order, limit }: FirstWanted,
): readonly IndexedRecord[] | undefined {
  const granted = table.granted(list.postType, list.grants, order.path);
  const isTooLong = granted.length > maxTested;
  const few = isTooLong ? maxTested : Math.min(maxTested, granted.length / moreThanCandidates);
  if (candidates && (candidates.count <= few || areQuick(candidates, granted))) {
    const first = new FirstInOrder(order, limit);
    const isListedIn = listedSlots(table, list, candidates);
    for (const slot of candidates.slots()) {
      if (first.isBeyond(table.orderKeys.get(order.path, slot)) || !isListedIn(slot)) continue;
      const record = table.at(slot);
      if (record) first.add(record);
    }
    return first.sorted();
  }
  if (isTooLong) return undefined;
  const found = granted.filter((record) => meets(list.test, record));
  return (order.direction === 1 ? found : found.reverse()).slice(0, limit);
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

/** The records that may meet a test; undefined if the index does not narrow them down. */
function candidatesOf(table: RecordTable, test: IndexTest): Candidates | undefined {
  switch (test.kind) {
    case 'all':
      return fewest(test.of.map((part) => candidatesOf(table, part)));
    case 'any':
      return ofAny(test.of.map((part) => candidatesOf(table, part)));
    case 'not':
    case 'unset':
      return undefined;
    case 'terms':
      return table.withTerms(test.terms);
    case 'name':
      return table.withTexts('name', test.parts);
    case 'comms':
      return table.withTexts('comms', [test.text]);
    case 'ids':
      return table.withIds(test.ids);
    case 'shared':
      return table.sharedWith(test.users);
  }
}

/** The candidates of the part that has the fewest: they may fail the other parts. */
function fewest(all: readonly (Candidates | undefined)[]): Candidates | undefined {
  const [least] = all.filter((each) => each !== undefined).toSorted((one, other) => one.count - other.count);
  return least && { ...least, isExact: least.isExact && all.length === 1 };
}

function ofAny(all: readonly (Candidates | undefined)[]): Candidates | undefined {
  const known = all.filter((each) => each !== undefined);
  if (known.length < all.length) return undefined;
  return {
    count: known.reduce((sum, { count }) => sum + count, 0),
    isExact: known.every(({ isExact }) => isExact),
    slots: () => together(known.map(({ slots }) => slots())),
  };
}
