import { LRUCache } from 'lru-cache';
import type { RecordChanges } from './record-changes.ts';

/** What the index `covering` has of a record: why a caller sees it, and by what lists are ordered. */
export interface RecordKeys {
  readonly id: number;
  readonly type: unknown;
  readonly createdAt: number;
  readonly lastModified: number;
  /** The bytes of the key, as characters: the database compares bytes. */
  readonly 'sort.name': string;
}

type Changes = Pick<RecordChanges, 'changeLog' | 'sync'>;

interface KeyCacheOptions {
  /** Without it none are kept. */
  readonly changes: Changes | undefined;
  readonly maxBytes: number;
}

interface KeptKeys {
  readonly postType: string;
  /** They are no older. */
  readonly since: number;
  readonly keys: RecordKeys;
}

/** About what those of one record take, without the name. */
const keptBytes = 350;

/** Keys of single records: to look up many of them in an index takes the database longer than everything else in a list by a text. */
export class KeyCache {
  readonly #changes: Changes | undefined;
  readonly #kept: LRUCache<number, KeptKeys>;

  constructor({ changes, maxBytes }: KeyCacheOptions) {
    this.#changes = changes;
    this.#kept = new LRUCache({
      maxSize: Math.max(keptBytes, maxBytes),
      sizeCalculation: ({ keys }) => keptBytes + keys['sort.name'].length,
    });
  }

  /** Whether every write is noted that was confirmed before this was asked, so that what is kept may be told. */
  async isCurrent(): Promise<boolean> {
    return (await this.#changes?.sync()) ?? false;
  }

  /** The keys of those of these records that are there and of the type, in no order; `read` reads what is not kept, or has changed. */
  async of(
    postType: string,
    ids: readonly number[],
    isCurrent: boolean,
    read: (ids: readonly number[]) => Promise<readonly RecordKeys[]>,
  ): Promise<readonly RecordKeys[]> {
    const log = this.#changes?.changeLog;
    if (!log || !isCurrent) return read(ids);
    const since = log.moment;
    const kept = ids.flatMap((id) => {
      const each = this.#kept.get(id);
      return each?.postType === postType && log.areUnchanged(each.since, [id]) ? each.keys : [];
    });
    if (kept.length === ids.length) return kept;
    const known = new Set(kept.map(({ id }) => id));
    const found = await read(ids.filter((id) => !known.has(id)));
    for (const keys of found) this.#kept.set(keys.id, { postType, since, keys });
    return [...kept, ...found];
  }
}
