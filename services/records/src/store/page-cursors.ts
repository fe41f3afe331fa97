import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Connection, Model } from 'mongoose';
import type { ListQuery } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { storedModel } from '@svc/service-kit/store';
import { BatchedOperations } from './batched-operations.ts';
import { findAtOnce } from './find-at-once.ts';
import { readWithDeadline } from './read-with-deadline.ts';

/** Seconds that a cursor is stored for the request of the next page. */
const cursorSeconds = 60;

/** The values by which a list sorts a record, its id last. */
export type Position = readonly unknown[];

/** A stored cursor: the next page begins after this record. */
interface ListCursor {
  /** The list as one caller requests it: see `cursorKeyOf`. */
  readonly _id: string;
  /** The offset of the next page. */
  readonly offset: number;
  /** The sort keys of the last record of the page. */
  readonly after: Position;
  readonly at: Date;
}

/** A position in a list, after which the next page begins. */
export type Cursor = Pick<ListCursor, 'offset' | 'after'>;

interface Kept {
  readonly cursorKey: string;
  readonly to: Cursor;
}

type Deadline = Call['deadline'];

/** A cursor is not rewritten within this time, which is shorter than its lifetime. */
const freshMilliseconds = (cursorSeconds * 1_000) / 2;
const maxRemembered = 10_000;

/**
 * Stores where a page ended, so that the next page begins after its last record: by offset alone, records would appear twice or be missing
 * when others are created or deleted. Cursors are in the database, since another instance may answer the next request.
 */
export class PageCursors {
  readonly #model: Model<ListCursor>;
  readonly #reads = new BatchedOperations<string, ListCursor | undefined>((keys, deadline) =>
    this.#read(keys, deadline),
  );
  readonly #writes = new BatchedOperations<Kept, void>((kept, deadline) => this.#write(kept, deadline));
  readonly #written = new LRUCache<string, Cursor>({ max: maxRemembered, ttl: freshMilliseconds });

  constructor(connection: Connection) {
    this.#model = storedModel<ListCursor>(connection, 'page_cursors', [
      { at: 1 },
      { expireAfterSeconds: cursorSeconds },
    ]);
  }

  /** The cursor of the page before this offset, if that page was the last one requested. */
  async find(
    { deadline }: Pick<Call, 'deadline'>,
    cursorKey: string,
    offset: number,
  ): Promise<Cursor['after'] | undefined> {
    if (offset === 0) return undefined;
    const cursor = await this.#reads.of(cursorKey, deadline);
    return cursor?.offset === offset ? cursor.after : undefined;
  }

  async keep({ deadline }: Pick<Call, 'deadline'>, cursorKey: string, to: Cursor): Promise<void> {
    if (isDeepStrictEqual(this.#written.get(cursorKey), to)) return;
    await this.#writes.of({ cursorKey, to }, deadline);
    this.#written.set(cursorKey, to);
  }

  async #read(keys: readonly string[], deadline: Deadline): Promise<(ListCursor | undefined)[]> {
    const filter = { _id: { $in: keys }, at: { $gte: new Date(Date.now() - cursorSeconds * 1_000) } };
    const asked = { filter, projection: {}, most: keys.length };
    const cursors = await findAtOnce<ListCursor>(this.#model, asked, deadline);
    const found = new Map(cursors.map((cursor) => [cursor._id, cursor]));
    return keys.map((key) => found.get(key));
  }

  async #write(kept: readonly Kept[], deadline: Deadline): Promise<void[]> {
    const at = new Date();
    // The last one of several for one list.
    const latest = new Map(kept.map(({ cursorKey, to }) => [cursorKey, to]));
    const updates = [...latest].map(([_id, to]) => ({
      updateOne: { filter: { _id }, update: { $set: { ...to, at } }, upsert: true },
    }));
    // Losing a cursor with a primary does no harm: the next page then begins at its offset.
    const options = { ordered: false, writeConcern: { w: 1 } } as const;
    await readWithDeadline(deadline, (maxTimeMS) =>
      this.#model.db
        .collection<ListCursor>(this.#model.collection.collectionName)
        .bulkWrite(updates, { ...options, maxTimeMS }),
    );
    return kept.map(() => undefined);
  }
}

const partKeys: ReadonlySet<string> = new Set(['offset', 'limit', 'cursor', 'count', 'fields_to_return']);

/** Identifies a list as one caller requests it: the query without the keys that select a part of the list. */
export function cursorKeyOf({ actor }: Pick<Call, 'actor'>, postType: string, query: ListQuery): string {
  const asked = Object.entries(query)
    .filter(([key]) => !partKeys.has(key))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify([actor.kind, actor.userId, actor.displayName, postType, asked]);
  return createHash('sha256').update(text).digest('base64url');
}
