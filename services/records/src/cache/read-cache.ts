import { LRUCache } from 'lru-cache';
import type { Registry } from 'prom-client';
import { QueryCache } from './query-cache.ts';
import type { RecordVersion } from '../model/record.ts';
import type { ReadContext, ReadNames } from '../model/read-context.ts';
import type { Cursor } from '../store/page-cursors.ts';
import type { Changed, DependsOn } from './change-log.ts';
import { PrivateValueCache } from './private-value-cache.ts';
import type { RecordChanges } from './record-changes.ts';

/** An item rendered from one version of a record. */
interface CachedItem {
  readonly id: number;
  readonly version: number;
  /** Estimated memory. */
  readonly heldBytes: number;
}

/** The largest share of the cache that one item may take. */
const largestShare = 1 / 16;

/** Items of lists, by record and by the plan that rendered them. */
class ItemCache<Item extends CachedItem> {
  readonly #items: LRUCache<string, Item> | undefined;

  constructor(maxSize: number) {
    if (maxSize === 0) return;
    const maxEntrySize = Math.floor(maxSize * largestShare);
    this.#items = new LRUCache({ maxSize, maxEntrySize, sizeCalculation: ({ heldBytes }) => heldBytes });
  }

  find(planId: number, { _id, version }: RecordVersion): Item | undefined {
    const item = this.#items?.get(`${planId}:${_id}`);
    return item?.version === version ? item : undefined;
  }

  keep(planId: number, item: Item): void {
    this.#items?.set(`${planId}:${item.id}`, item);
  }
}

/** The number of records that name exactly these rows of the location grid. */
export interface LocatedTogether {
  readonly gridIds: readonly number[];
  readonly count: number;
}

/** A page of a list as JSON, and what it depends on. */
export interface CachedPage {
  /** The whole answer. */
  readonly json: Buffer;
  /** Where the page ends; undefined for the last page. */
  readonly end: Cursor | undefined;
  readonly ids: readonly number[];
  /** Ids that include all records of the list; undefined when they are not known. */
  readonly among: readonly number[] | undefined;
  /** The records, users and places that the page names. */
  readonly names: ReadNames;
  /** The names that the page shows for these users and places. */
  readonly called: Pick<ReadContext, 'people' | 'places'>;
}

interface CacheOptions {
  /** Without it nothing is cached. */
  readonly changes: RecordChanges | undefined;
  readonly registry: Registry;
  /** For items, pages and private values. */
  readonly maxBytes: number;
}

/** Clients ask for tags at every start and for places with every move of a map; values of a second ago are good enough there. */
const oneSecond = 1_000;

/** The shares of `maxBytes` for whole pages and for private values; the rest is for single items. */
const pageShare = 0.25;
const privateShare = 0.05;
/** Estimated memory of a page in addition to its JSON, for each record that it shows or names. */
const recordBytes = 100;
const idBytes = 8;

/**
 * The in-memory caches for reads.
 *
 * | cache | key | made stale by |
 * |---|---|---|
 * | `items`: items of lists as JSON | fields shown, record, version | nothing: a changed record has another version, and other fields are another plan |
 * | `privateValues`: the private values of one user in a record | user, record | any write of that user's private values |
 * | `pages`: first pages of lists | caller, query, fields shown | a record now in the list that was created, or changed in a path of the condition; a record that may have been in the list and was deleted, or changed in such a path or in the sort field; a change of a record that the page shows or names, or of the caller's private values; a new name of a user or place |
 * | `totals`: numbers of records in lists | type, condition | a change in any path of the condition, any deleted record; new records that meet the condition are added |
 * | `tags`, `usedPlaces`, `located`: values in use, and locations of records | type, condition | a change in any path of the condition or of the values, a new record of the type, any deleted record; the stream is read once a second |
 *
 * The caller's access is part of the condition, and so of the key.
 */
export class ReadCache<Item extends CachedItem> {
  readonly items: ItemCache<Item>;
  readonly privateValues: PrivateValueCache;
  readonly pages: QueryCache<CachedPage>;
  readonly totals: QueryCache<number>;
  readonly tags: QueryCache<readonly string[]>;
  readonly usedPlaces: QueryCache<readonly number[]>;
  readonly located: QueryCache<readonly LocatedTogether[]>;
  readonly #changes: RecordChanges | undefined;

  constructor({ changes, maxBytes, registry }: CacheOptions) {
    this.#changes = changes;
    const pageBytes = Math.floor(maxBytes * pageShare);
    const privateBytes = Math.floor(maxBytes * privateShare);
    this.items = new ItemCache(changes ? maxBytes - pageBytes - privateBytes : 0);
    this.privateValues = new PrivateValueCache(changes, privateBytes);
    this.pages = new QueryCache({
      changes,
      registry,
      maxSize: pageBytes,
      sizeOf: ({ json, ids, among = [], names }) =>
        json.byteLength +
        recordBytes * (1 + ids.length + names.people.length + names.places.length) +
        idBytes * (among.length + names.records.length),
      counter: {
        name: 'svc_list_pages_total',
        help: 'First pages of lists by origin: known (from the cache), or made (from the database).',
        made: 'made',
      },
    });
    this.totals = new QueryCache({
      changes,
      registry,
      maxSize: 5_000,
      sizeOf: () => 1,
      isCounted: true,
      counter: {
        name: 'svc_list_totals_total',
        help: 'Totals of lists by origin: known (from the cache), or counted.',
        made: 'counted',
      },
    });
    const gathered = <Value>(name: string, what: string, maxSize: number) =>
      new QueryCache<readonly Value[]>({
        changes,
        registry,
        maxStaleMs: oneSecond,
        maxSize,
        sizeOf: ({ length }) => 1 + length,
        counter: {
          name,
          help: `${what} by origin: known (from the cache), or gathered (from the database).`,
          made: 'gathered',
        },
      });
    this.tags = gathered('svc_tags_in_use_total', 'Tags in settings', 100_000);
    this.usedPlaces = gathered('svc_used_places_total', 'Places that records use', 200_000);
    this.located = gathered('svc_located_records_total', 'Locations of the records of lists', 50_000);
  }

  /** Whether none of these was written since a moment: records by id, private values by `privateValuesOf` their user. */
  areUnchanged(since: number, touched: Iterable<number | string>): boolean {
    return this.#changes?.changeLog.areUnchanged(since, touched) ?? false;
  }

  /** Changes since a moment that affect a condition on these paths; undefined when the log does not reach back so far. */
  changedSince(since: number, on: DependsOn): Changed | undefined {
    return this.#changes?.changeLog.changedSince(since, on);
  }
}
