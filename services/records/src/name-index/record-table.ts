import { LRUCache } from 'lru-cache';
import type { Grant } from '@svc/contracts';
import { grantTerms, isGranted } from '../access/grant.ts';
import { everyRecord } from '../model/index-test.ts';
import type { OrderPath } from '../store/indexes.ts';
import { isListed, type IndexedList } from './indexed-list.ts';
import type { IndexedRecord, PlacedRecord } from './indexed-record.ts';
import { KeptLists, moveBetween } from './kept-lists.ts';
import { OrderKeys } from './order-keys.ts';
import { followed, Posting, together } from './posting.ts';
import { compareBy, orderPaths, SortedRecords, sortInSlices } from './sorted-records.ts';
import { SlotClasses } from './slot-classes.ts';
import { TextPostings, type TextMatch } from './text-postings.ts';

/** Maximum number of counts that are kept, each for the lists of one caller. */
const maxCounted = 500;
/** The estimated bytes of a record without its texts, and of each entry of a posting. */
const recordBytes = 350;
const postingBytes = 5;
/** A record's entries and numbers in the three orders, and its class. */
const orderBytes = 3 * 16 + 8;

/** Records among which those of a list are. Their slots do not change with the table. */
export type Candidates = TextMatch;

/** The number of records with exactly these of the terms that were asked for. */
interface TermCount {
  readonly filterTerms: readonly string[];
  readonly count: number;
}

/**
 * All records in memory, by id, term, piece of text and order. Each has a slot, by which postings name it. A caller that uses several methods
 * in one turn of the event loop sees one state; candidates may be read later, each as the record in its slot is then.
 */
export class RecordTable {
  readonly #slots = new Map<number, number>();
  readonly #records: (PlacedRecord | undefined)[] = [];
  readonly #classes = new SlotClasses();
  readonly orderKeys = new OrderKeys();
  readonly #free: number[] = [];
  readonly #terms = new Map<string, Posting>();
  readonly #shared = new Map<number, Posting>();
  readonly #texts = { name: new TextPostings(), comms: new TextPostings() };
  readonly #orders = new Map<string, SortedRecords>();
  readonly #kept: KeptLists;
  /** Results of `countByTerms`. */
  readonly #counted = new LRUCache<string, TermCount[]>({ max: maxCounted });
  #areSorted = false;
  #bytes = 0;

  /** @param minKept as in `KeptLists`. */
  constructor(minKept?: number) {
    this.#kept = new KeptLists(minKept);
  }

  /** The estimated memory of the table. */
  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#slots.size;
  }

  get(id: number): PlacedRecord | undefined {
    const slot = this.#slots.get(id);
    return slot === undefined ? undefined : this.#records[slot];
  }

  at(slot: number): PlacedRecord | undefined {
    return this.#records[slot];
  }

  /** Adds a record, or replaces it. Before `sort`, records are only added. */
  set(record: IndexedRecord): void {
    this.#counted.clear();
    const before = this.get(record._id);
    const slot = this.#slots.get(record._id) ?? this.#free.pop() ?? this.#records.length;
    this.#slots.set(record._id, slot);
    const placed = { ...record, slot };
    this.#records[slot] = placed;
    this.#classes.set(slot, record);
    this.orderKeys.set(slot, record);
    this.#index(slot, before, placed);
    if (this.#areSorted) this.#place(before, placed);
  }

  delete(id: number): void {
    const slot = this.#slots.get(id);
    const before = this.get(id);
    if (slot === undefined || !before) return;
    this.#counted.clear();
    this.#slots.delete(id);
    this.#records[slot] = undefined;
    this.#classes.delete(slot);
    this.#free.push(slot);
    this.#index(slot, before, undefined);
    this.#place(before, undefined);
  }

  /** Sorts the records that were added so far; from then on the orders follow each change. */
  async sort(): Promise<void> {
    const all = this.#records.filter((record) => record !== undefined);
    for (const [postType, ofType] of Map.groupBy(all, (record) => record.postType))
      for (const path of orderPaths)
        this.#orders.set(
          `${postType} ${path}`,
          new SortedRecords(path, await sortInSlices(ofType, compareBy(path))),
        );
    this.#areSorted = true;
  }

  /** The records of a type that grants cover, in an order. */
  granted(postType: string, grants: readonly Grant[], path: OrderPath): SortedRecords {
    const { all, users, isShared } = grantTerms(grants);
    if (all) return this.#order(postType, path);
    const list = { postType, grants, test: everyRecord };
    const known = this.#kept.find(list, path);
    if (known) return known;
    const found = isShared
      ? this.recordsOf(this.sharedWith(users))
          .filter((record) => isListed(list, record))
          .sort(compareBy(path))
      : this.#order(postType, path).filter((record) => isGranted(grants, record));
    return this.#kept.keep(list, path, { sorted: found, of: this.size });
  }

  /** A list in an order, if it is kept. */
  kept(list: IndexedList, path: OrderPath): SortedRecords | undefined {
    return this.#kept.find(list, path);
  }

  /** Keeps a list if that is worth it. @param sorted its present records, ascending. */
  keep(list: IndexedList, path: OrderPath, sorted: readonly PlacedRecord[]): SortedRecords {
    const isKept = this.#kept.isWorth(list, sorted.length);
    return isKept ? this.#kept.keep(list, path, { sorted, of: this.size }) : new SortedRecords(path, sorted);
  }

  /** Whether a record is shared with both users. */
  areTogether(one: number, other: number): boolean {
    const [fewer, more] = [one, other]
      .map((user) => this.#shared.get(user)?.entries)
      .toSorted((first, second) => (first?.length ?? 0) - (second?.length ?? 0));
    return fewer !== undefined && more !== undefined && followed(fewer, more, 0).length > 0;
  }

  withTerms(terms: readonly string[]): Candidates {
    return withAny(terms.map((term) => this.#terms.get(term)));
  }

  sharedWith(users: readonly number[]): Candidates {
    return withAny(users.map((user) => this.#shared.get(user)));
  }

  withIds(ids: readonly number[]): Candidates {
    const slots = () => Uint32Array.from(new Set(ids.flatMap((id) => this.#slots.get(id) ?? []))).sort();
    return { count: ids.length, isExact: true, slots };
  }

  /** The records whose name or channels may contain these texts, one after the other; undefined if there is no text to look up. */
  withTexts(where: 'name' | 'comms', texts: readonly string[]): Candidates | undefined {
    return this.#texts[where].findAll(texts);
  }

  /** Whether grants cover the record of a type that is in a slot now. Few records are read for it. */
  access(postType: string, grants: readonly Grant[]): (slot: number) => boolean {
    const isCovered = this.#classes.granted(postType, grants);
    const { users } = grantTerms(grants);
    const isShared = (slot: number) => users.some((user) => this.#shared.get(user)?.has(slot));
    const isSeen = (record: PlacedRecord | undefined) =>
      record?.postType === postType && isGranted(grants, record);
    return (slot) => isCovered(slot) || (isShared(slot) && isSeen(this.#records[slot]));
  }

  /** The records of candidates as they are now. */
  recordsOf({ slots }: Candidates): PlacedRecord[] {
    const found: PlacedRecord[] = [];
    for (const slot of slots()) {
      const record = this.#records[slot];
      if (record) found.push(record);
    }
    return found;
  }

  /** The terms that begin with a text. */
  termsBeginning(prefix: string): readonly string[] {
    return [...this.#terms.keys()].filter((term) => term.startsWith(prefix));
  }

  /** The ids of the records that are shared with one of these users. */
  idsSharedWith(users: readonly number[]): readonly number[] {
    return this.recordsOf(this.sharedWith(users)).map(({ _id }) => _id);
  }

  /**
   * The records of a type that grants cover, by the combination of these terms that they have, with the number of each combination. The
   * records of further terms are given by their ids. The result is kept until a record changes.
   */
  countByTerms(
    { postType, grants }: { readonly postType: string; readonly grants: readonly Grant[] },
    terms: ReadonlySet<string>,
    idsByTerm: ReadonlyMap<string, readonly number[]> = new Map(),
  ): readonly TermCount[] {
    const key = JSON.stringify([postType, grants, [...terms], [...idsByTerm]]);
    const known = this.#counted.get(key);
    if (known) return known;
    const counted = this.#countByTerms(this.granted(postType, grants, 'createdAt'), terms, idsByTerm);
    this.#counted.set(key, counted);
    return counted;
  }

  #countByTerms(
    records: SortedRecords,
    terms: ReadonlySet<string>,
    idsByTerm: ReadonlyMap<string, readonly number[]>,
  ): TermCount[] {
    // Each term divides the groups that its records are in. A group is a combination of the terms so far.
    const groupOfSlot = new Int32Array(this.#records.length);
    const groups: string[][] = [[]];
    for (const term of terms) {
      const divided = new Map<number, number>();
      for (const slot of this.#slotsOf(term, idsByTerm.get(term))) {
        const before = groupOfSlot[slot] ?? 0;
        const after = divided.get(before) ?? groups.push([...(groups[before] ?? []), term]) - 1;
        divided.set(before, after);
        groupOfSlot[slot] = after;
      }
    }
    const counts = new Int32Array(groups.length);
    records.forEach(({ slot }) => {
      const group = groupOfSlot[slot] ?? 0;
      counts[group] = (counts[group] ?? 0) + 1;
    });
    return groups.map((filterTerms, group) => ({ filterTerms, count: counts[group] ?? 0 }));
  }

  #slotsOf(term: string, ids: readonly number[] | undefined): Iterable<number> {
    if (!ids) return this.#terms.get(term)?.entries ?? [];
    return ids.flatMap((id) => this.#slots.get(id) ?? []);
  }

  #order(postType: string, path: OrderPath): SortedRecords {
    const key = `${postType} ${path}`;
    const known = this.#orders.get(key);
    if (known) return known;
    const empty = new SortedRecords(path);
    this.#orders.set(key, empty);
    return empty;
  }

  #index(slot: number, before: PlacedRecord | undefined, record: PlacedRecord | undefined): void {
    this.#bytes += bytesOf(record) - bytesOf(before);
    changeEach(before?.filterTerms, record?.filterTerms, (term, isAdded) =>
      changePosting(this.#terms, term, { slot, isAdded }),
    );
    changeEach(before?.sharedWith, record?.sharedWith, (user, isAdded) =>
      changePosting(this.#shared, user, { slot, isAdded }),
    );
    for (const [where, key] of texts) {
      if (before?.[key] === record?.[key]) continue;
      if (before) this.#texts[where].remove(before[key], slot);
      if (record) this.#texts[where].add(record[key], slot);
    }
  }

  #place(before: PlacedRecord | undefined, record: PlacedRecord | undefined): void {
    for (const path of orderPaths) {
      const old = before && this.#order(before.postType, path);
      const now = record && this.#order(record.postType, path);
      moveBetween(old, now, { before, record });
    }
    this.#kept.change(before, record);
  }
}

const texts = [
  ['name', 'searchName'],
  ['comms', 'searchComms'],
] as const;

function withAny(postings: readonly (Posting | undefined)[]): Candidates {
  const known = postings.filter((posting) => posting !== undefined);
  return {
    count: known.reduce((sum, { length }) => sum + length, 0),
    isExact: true,
    slots: () => together(known.map(({ entries }) => entries)).slice(),
  };
}

function changePosting<Key>(
  postings: Map<Key, Posting>,
  key: Key,
  { slot, isAdded }: { slot: number; isAdded: boolean },
): void {
  const posting = postings.get(key);
  if (isAdded) {
    if (posting) posting.add(slot);
    else postings.set(key, new Posting(slot));
  } else {
    posting?.remove(slot);
    if (posting?.length === 0) postings.delete(key);
  }
}

/** Calls back for each entry that only one of the lists has. */
function changeEach<Each>(
  before: readonly Each[] = [],
  after: readonly Each[] = [],
  change: (each: Each, isAdded: boolean) => void,
): void {
  if (before === after) return;
  const old = new Set(before);
  const now = new Set(after);
  for (const each of old) if (!now.has(each)) change(each, false);
  for (const each of now) if (!old.has(each)) change(each, true);
}

function bytesOf(record: PlacedRecord | undefined): number {
  if (!record) return 0;
  const { name, searchName, searchComms, sortName, filterTerms, sharedWith } = record;
  const characters =
    name.length + searchName.length + searchComms.length + (sortName === searchName ? 0 : sortName.length);
  const postings = searchName.length + searchComms.length + filterTerms.length + sharedWith.length;
  return recordBytes + orderBytes + characters + 8 * filterTerms.length + postingBytes * postings;
}
