import { LRUCache } from 'lru-cache';
import type { Grant } from '@svc/contracts';
import { grantTerms, isGranted } from '../access/grant.ts';
import type { OrderPath } from '../store/indexes.ts';
import type { IndexedRecord } from './indexed-record.ts';
import { Posting } from './posting.ts';
import { compareBy, SortedRecords, sortInSlices } from './sorted-records.ts';
import { pieceHashes, TextPostings } from './text-postings.ts';

const paths = ['createdAt', 'lastModified', 'sort.name'] as const satisfies readonly OrderPath[];

/** Maximum number of records in all lists that are kept for single callers, as a multiple of all records. */
const maxKeptLists = 4;
/** Maximum number of counts that are kept, each for the lists of one caller. */
const maxCounted = 500;
/** The estimated bytes of a record without its texts, and of each entry of a posting. */
const recordBytes = 350;
const postingBytes = 5;
/** Entries of a record in the three orders. */
const orderBytes = 3 * 8;

/** A list of records that a caller sees, kept up to date with each change. */
interface GrantedList {
  readonly postType: string;
  readonly grants: readonly Grant[];
  readonly records: SortedRecords;
}

/** The number of records with exactly these of the terms that were asked for. */
interface TermCount {
  readonly filterTerms: readonly string[];
  readonly count: number;
}

/**
 * All records in memory, by id, term, piece of text and order. A caller that uses several methods in one turn of the event loop sees one
 * state; the records of terms and texts may be read later, each as it is then.
 */
export class RecordTable {
  readonly #slots = new Map<number, number>();
  readonly #records: (IndexedRecord | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #terms = new Map<string, Posting>();
  readonly #shared = new Map<number, Posting>();
  readonly #texts = new TextPostings();
  readonly #orders = new Map<string, SortedRecords>();
  readonly #granted = new LRUCache<string, GrantedList>({
    maxSize: Number.MAX_SAFE_INTEGER,
    sizeCalculation: ({ records }) => 1 + records.length,
    max: 1_000,
  });
  /** Results of `countByTerms`. */
  readonly #counted = new LRUCache<string, TermCount[]>({ max: maxCounted });
  #areSorted = false;
  #bytes = 0;

  /** The estimated memory of the table. */
  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#slots.size;
  }

  get(id: number): IndexedRecord | undefined {
    const slot = this.#slots.get(id);
    return slot === undefined ? undefined : this.#records[slot];
  }

  /** Adds a record, or replaces it. Before `sort`, records are only added. */
  set(record: IndexedRecord): void {
    this.#counted.clear();
    const before = this.get(record._id);
    const slot = this.#slots.get(record._id) ?? this.#free.pop() ?? this.#records.length;
    this.#slots.set(record._id, slot);
    this.#records[slot] = record;
    this.#index(slot, before, record);
    if (this.#areSorted) this.#place(before, record);
  }

  delete(id: number): void {
    const slot = this.#slots.get(id);
    const before = this.get(id);
    if (slot === undefined || !before) return;
    this.#counted.clear();
    this.#slots.delete(id);
    this.#records[slot] = undefined;
    this.#free.push(slot);
    this.#index(slot, before, undefined);
    this.#place(before, undefined);
  }

  /** Sorts the records that were added so far; from then on the orders follow each change. */
  async sort(): Promise<void> {
    const all = this.#records.filter((record) => record !== undefined);
    for (const [postType, ofType] of Map.groupBy(all, (record) => record.postType))
      for (const path of paths)
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
    const key = JSON.stringify([postType, path, grants]);
    const known = this.#granted.get(key);
    if (known) return known.records;
    const among = isShared ? this.#sharedWith(users) : this.#order(postType, path).ascending;
    const found = among.filter((record) => record.postType === postType && isGranted(grants, record));
    const records = new SortedRecords(path, isShared ? found.sort(compareBy(path)) : found);
    this.#granted.set(key, { postType, grants, records });
    this.#limitGranted();
    return records;
  }

  /** Whether a record is shared with both users. */
  areTogether(one: number, other: number): boolean {
    const shared = [one, other].map((user) => this.#shared.get(user)?.slots);
    const [fewer, more] = shared.toSorted((first, second) => (first?.length ?? 0) - (second?.length ?? 0));
    if (!fewer || !more) return false;
    const sought = fewer === shared[0] ? other : one;
    return fewer.some((slot) => this.#records[slot]?.sharedWith.includes(sought));
  }

  /** The records with one of these terms, each once. */
  withTerms(terms: readonly string[]): Iterable<IndexedRecord> {
    return this.#recordsOf(terms.map((term) => this.#terms.get(term)?.slots));
  }

  numberWithTerms(terms: readonly string[]): number {
    return terms.reduce((sum, term) => sum + (this.#terms.get(term)?.length ?? 0), 0);
  }

  /** The records that may contain these texts; undefined if the texts are too short to look up. */
  textCandidates(where: 'name' | 'comms', texts: readonly string[]) {
    const slots = this.#texts.withAll(where, texts);
    return slots && { count: slots.length, records: () => this.#recordsOf([slots]) };
  }

  /** The terms that begin with a text. */
  termsBeginning(prefix: string): readonly string[] {
    return [...this.#terms.keys()].filter((term) => term.startsWith(prefix));
  }

  /** The ids of the records that are shared with one of these users. */
  idsSharedWith(users: readonly number[]): readonly number[] {
    return this.#sharedWith(users).map(({ _id }) => _id);
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
    const counted = this.#countByTerms(
      this.granted(postType, grants, 'createdAt').ascending,
      terms,
      idsByTerm,
    );
    this.#counted.set(key, counted);
    return counted;
  }

  #countByTerms(
    records: readonly IndexedRecord[],
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
    for (const { _id } of records) {
      const group = groupOfSlot[this.#slots.get(_id) ?? 0] ?? 0;
      counts[group] = (counts[group] ?? 0) + 1;
    }
    return groups.map((filterTerms, group) => ({ filterTerms, count: counts[group] ?? 0 }));
  }

  #slotsOf(term: string, ids: readonly number[] | undefined): Iterable<number> {
    if (!ids) return this.#terms.get(term)?.slots ?? [];
    return ids.flatMap((id) => this.#slots.get(id) ?? []);
  }

  #sharedWith(users: readonly number[]): IndexedRecord[] {
    return [...this.#recordsOf(users.map((user) => this.#shared.get(user)?.slots))];
  }

  /** The records in these slots as they are when each is read, each once. The lists are copied, because they change with the records. */
  *#recordsOf(lists: readonly (Int32Array | undefined)[]): Generator<IndexedRecord> {
    const given = lists.flatMap((slots) => (slots ? [slots.slice()] : []));
    const seen = given.length > 1 ? new Set<number>() : undefined;
    for (const slots of given)
      for (const slot of slots) {
        const record = this.#records[slot];
        if (!record || seen?.has(slot)) continue;
        seen?.add(slot);
        yield record;
      }
  }

  #order(postType: string, path: OrderPath): SortedRecords {
    const key = `${postType} ${path}`;
    const known = this.#orders.get(key);
    if (known) return known;
    const empty = new SortedRecords(path);
    this.#orders.set(key, empty);
    return empty;
  }

  #index(slot: number, before: IndexedRecord | undefined, record: IndexedRecord | undefined): void {
    this.#bytes += bytesOf(record) - bytesOf(before);
    changeEach(before?.filterTerms, record?.filterTerms, (term, isAdded) =>
      changePosting(this.#terms, term, { slot, isAdded }),
    );
    changeEach(before?.sharedWith, record?.sharedWith, (user, isAdded) =>
      changePosting(this.#shared, user, { slot, isAdded }),
    );
    for (const [where, key] of texts) {
      if (before?.[key] === record?.[key]) continue;
      const gone = new Set(before ? hashesOf(where, before[key]) : []);
      const added = new Set(record ? hashesOf(where, record[key]) : []);
      this.#texts.remove(without(gone, added), slot);
      this.#texts.add(without(added, gone), slot);
    }
  }

  #place(before: IndexedRecord | undefined, record: IndexedRecord | undefined): void {
    for (const path of paths) {
      const old = before && this.#order(before.postType, path);
      const now = record && this.#order(record.postType, path);
      moveBetween(old, now, { before, record });
    }
    for (const { postType, grants, records } of this.#granted.values()) {
      const listed = (each: IndexedRecord | undefined) =>
        each?.postType === postType && isGranted(grants, each) ? records : undefined;
      moveBetween(listed(before), listed(record), { before, record });
    }
  }

  /** Lists of single callers grow with the records; the least recently used ones are dropped. */
  #limitGranted(): void {
    const most = maxKeptLists * Math.max(1_000, this.size);
    while (this.#granted.calculatedSize > most && this.#granted.size > 1) this.#granted.pop();
  }
}

const texts = [
  ['name', 'searchName'],
  ['comms', 'searchComms'],
] as const;

/** Moves a record from the list that had its former version to the one that has it now, which may be the same. */
function moveBetween(
  old: SortedRecords | undefined,
  now: SortedRecords | undefined,
  { before, record }: { before: IndexedRecord | undefined; record: IndexedRecord | undefined },
): void {
  if (old && old === now && before && record) {
    old.replace(before, record);
    return;
  }
  if (before) old?.remove(before);
  if (record) now?.insert(record);
}

function without(set: ReadonlySet<number>, others: ReadonlySet<number>): number[] {
  return [...set].filter((each) => !others.has(each));
}

/** A piece never spans two channels: lines are apart. */
function hashesOf(where: 'name' | 'comms', text: string): number[] {
  if (where === 'name') return pieceHashes(where, text);
  return text.split('\n').flatMap((line) => pieceHashes(where, line));
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

function bytesOf(record: IndexedRecord | undefined): number {
  if (!record) return 0;
  const { name, searchName, searchComms, sortName, filterTerms, sharedWith } = record;
  const characters =
    name.length + searchName.length + searchComms.length + (sortName === searchName ? 0 : sortName.length);
  const postings = searchName.length + searchComms.length + filterTerms.length + sharedWith.length;
  return recordBytes + orderBytes + characters + 8 * filterTerms.length + postingBytes * postings;
}
