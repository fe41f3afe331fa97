import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Connection, Model } from 'mongoose';
import type { ListQuery } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { storedModel } from '@svc/service-kit/store';
import { readLean, readWithDeadline } from './read-with-deadline.ts';

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

/** A cursor is not rewritten within this time, which is shorter than its lifetime. */
const freshMilliseconds = (cursorSeconds * 1_000) / 2;
const maxRemembered = 10_000;

/**
 * Stores where a page ended, so that the next page begins after its last record: by offset alone, records would appear twice or be missing
 * when others are created or deleted. Cursors are in the database, since another instance may answer the next request.
 */
export class PageCursors {
  readonly #model: Model<ListCursor>;
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
    const since = new Date(Date.now() - cursorSeconds * 1_000);
    const query = this.#model.findOne({ _id: cursorKey, offset, at: { $gte: since } });
    return (await readLean<ListCursor | null>({ deadline }, query))?.after;
  }

  async keep({ deadline }: Pick<Call, 'deadline'>, cursorKey: string, to: Cursor): Promise<void> {
    if (isDeepStrictEqual(this.#written.get(cursorKey), to)) return;
    // Losing a cursor with a primary does no harm: the next page then begins at its offset.
    const options = { upsert: true, writeConcern: { w: 1 } } as const;
    await readWithDeadline(deadline, (maxTimeMS) =>
      this.#model.updateOne(
        { _id: cursorKey },
        { $set: { ...to, at: new Date() } },
        { ...options, maxTimeMS },
      ),
    );
    this.#written.set(cursorKey, to);
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
