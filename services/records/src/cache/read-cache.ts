import type { Registry } from 'prom-client';
import { QueryCache } from './query-cache.ts';
import { ItemCache, type CachedItem } from './item-cache.ts';
import type { ReadContext, ReadNames } from '../model/read-context.ts';
import type { Cursor } from '../store/page-cursors.ts';
import type { Changed, DependsOn } from './change-log.ts';
import { RecordChanges, type FollowOptions } from './record-changes.ts';

/** So many records name these rows of the location grid, and no others. */
export interface LocatedTogether {
  readonly gridIds: readonly number[];
  readonly count: number;
}

/** A page of a list as it is answered, and what is in it. */
export interface CachedPage {
  /** `{"posts": [...], "total": ...}`. */
  readonly json: Buffer;
  /** Where it ends; undefined when it is the last one. */
  readonly end: Cursor | undefined;
  /** The records that it shows. */
  readonly ids: readonly number[];
  /** The list has no records but these; undefined when they are not known. */
  readonly among: readonly number[] | undefined;
  /** What its records name, and what that was called. */
  readonly names: ReadNames;
  readonly called: Pick<ReadContext, 'people' | 'places'>;
}

interface CacheOptions extends FollowOptions {
  readonly registry: Registry;
  /** Without it nothing is kept, and everything is read anew. */
  readonly isOn: boolean;
  /** For items and pages. */
  readonly maxBytes: number;
}

/** Clients ask for the tags in use whenever they start, and for places while they move on a map: nobody waits for a change of the same second. */
const oneSecond = 1_000;

/** Of the memory for lists, that of whole pages; the rest is for single items. */
const pageShare = 0.25;
/** What a page takes besides its text, for each record that it shows or names. */
const recordBytes = 100;
const idBytes = 8;

function listSize({ length }: readonly unknown[]): number {
  return 1 + length;
}

/**
 * What records keeps in memory so as not to read it again.
 *
 * | what | known by | made stale by |
 * |---|---|---|
 * | `items`: items of lists as JSON | fields shown, record, version | nothing: a record that changes has another version, and what is shown of it another plan |
 * | `pages`: first pages of lists | caller, query, fields shown | a record that is in the list now and was created, or changed in a path of the condition; one that may have been in the list and changed in such a path or in the order, or was deleted; a change of a record that it shows or names, of the private values of its reader; another name of a user or place |
 * | `totals`: how many records a list has | type, condition | a change of any path of the condition, any deleted record; new records that meet it are added |
 * | `tags`, `usedPlaces`, `located`: values in use and where records lie | the same | a change of any path of the condition or of the values, a new record of the type, any deleted record; looked for once a second |
 *
 * Whether somebody may see a record is part of the condition, and so of what is known by it.
 */
export class ReadCache<Item extends CachedItem> {
  readonly items: ItemCache<Item>;
  readonly pages: QueryCache<CachedPage>;
  readonly totals: QueryCache<number>;
  readonly tags: QueryCache<readonly string[]>;
  readonly usedPlaces: QueryCache<readonly number[]>;
  readonly located: QueryCache<readonly LocatedTogether[]>;
  readonly #changes: RecordChanges | undefined;

  constructor({ isOn, maxBytes, registry, ...follow }: CacheOptions) {
    const changes = isOn ? new RecordChanges(follow) : undefined;
    this.#changes = changes;
    this.items = new ItemCache(isOn ? maxBytes * (1 - pageShare) : 0);
    this.pages = new QueryCache({
      changes,
      registry,
      maxSize: maxBytes * pageShare,
      sizeOf: ({ json, ids, among = [], names }) =>
        json.byteLength +
        recordBytes * (1 + ids.length + names.people.length + names.places.length) +
        idBytes * (among.length + names.records.length),
      counter: {
        name: 'svc_list_pages_total',
        help: 'First pages of lists by origin: known (cached), or made.',
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
        help: 'Totals of lists by origin: known (cached), or counted.',
        made: 'counted',
      },
    });
    const gathered = { changes, registry, maxStaleMs: oneSecond };
    this.tags = new QueryCache<readonly string[]>({
      ...gathered,
      maxSize: 100_000,
      sizeOf: listSize,
      counter: {
        name: 'svc_tags_in_use_total',
        help: 'Tags in settings by origin: known (cached), or gathered.',
        made: 'gathered',
      },
    });
    this.usedPlaces = new QueryCache<readonly number[]>({
      ...gathered,
      maxSize: 200_000,
      sizeOf: listSize,
      counter: {
        name: 'svc_used_places_total',
        help: 'Places that records use by origin: known (cached), or gathered.',
        made: 'gathered',
      },
    });
    this.located = new QueryCache<readonly LocatedTogether[]>({
      ...gathered,
      maxSize: 50_000,
      sizeOf: listSize,
      counter: {
        name: 'svc_located_records_total',
        help: 'Locations of the records of lists by origin: known (cached), or gathered.',
        made: 'gathered',
      },
    });
  }

  /** Whether these were not written since a moment: records by their ids, and private values by whose they are (`privateValuesOf`). */
  areUnchanged(since: number, touched: Iterable<number | string>): boolean {
    return this.#changes?.changeLog.areUnchanged(since, touched) ?? false;
  }

  /** What changed since a moment for a condition on these paths; undefined when that is not known any more. */
  changedSince(since: number, on: DependsOn): Changed | undefined {
    return this.#changes?.changeLog.changedSince(since, on);
  }

  /** Follows the changes; until it does, answers are made anew. */
  start(): void {
    this.#changes?.start();
  }

  stop(): Promise<void> {
    return this.#changes?.stop() ?? Promise.resolve();
  }
}
