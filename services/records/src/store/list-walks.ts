import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { Schema, type Connection, type Model } from 'mongoose';
import type { ListQuery } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { readInTime } from './read-in-time.ts';

/** How long a cursor is kept for the request of the next page. */
const walkSeconds = 60;

/** Where a page ended: the next page begins after this record. */
interface ListWalk {
  /** The list as one caller asks for it: see `walkOf`. */
  readonly _id: string;
  /** The offset of the next page. */
  readonly offset: number;
  /** What the last record of the page was ordered by, its id last. */
  readonly after: readonly unknown[];
  readonly at: Date;
}

const schema = new Schema<ListWalk>(
  {
    _id: { type: String, required: true },
    offset: { type: Number, required: true },
    after: { type: [Schema.Types.Mixed], required: true },
    at: { type: Date, required: true, expires: walkSeconds },
  },
  { versionKey: false, collection: 'list_walks' },
);

function listWalkModel(connection: Connection): Model<ListWalk> {
  return connection.model<ListWalk>('ListWalk', schema);
}

/** A place in a list: the next page begins after it. */
export type WalkedTo = Pick<ListWalk, 'offset' | 'after'>;

type WalkCall = Pick<Call, 'actor' | 'deadline'>;

/** A cursor is not written again within this time, which is shorter than it is kept. */
const freshMilliseconds = (walkSeconds * 1_000) / 2;
const mostRemembered = 10_000;

/**
 * Keeps where a page ended, so that the next page begins after its last record whatever was written in between: with an offset alone,
 * records would appear twice or be missing as soon as others are created or deleted. Kept in the database, because another instance may
 * answer the next request.
 */
export class Walks {
  readonly #model: Model<ListWalk>;
  readonly #written = new LRUCache<string, WalkedTo>({ max: mostRemembered, ttl: freshMilliseconds });

  constructor(connection: Connection) {
    this.#model = listWalkModel(connection);
  }

  /** Where the page before the one at this offset ended, when that is the one that was last asked for. */
  async find(call: WalkCall, walk: string, offset: number): Promise<WalkedTo['after'] | undefined> {
    if (offset === 0) return undefined;
    const since = new Date(Date.now() - walkSeconds * 1_000);
    const kept = await readInTime(call.deadline, (maxTimeMS) =>
      this.#model
        .findOne({ _id: walk, offset, at: { $gte: since } })
        .maxTimeMS(maxTimeMS)
        .lean(),
    );
    return kept?.after;
  }

  /** Keeps where a page ended. */
  async keep(call: WalkCall, walk: string, to: WalkedTo): Promise<void> {
    if (isDeepStrictEqual(this.#written.get(walk), to)) return;
    // What is lost with a primary is no loss: the next page begins at its offset then.
    const options = { upsert: true, writeConcern: { w: 1 } } as const;
    await readInTime(call.deadline, (maxTimeMS) =>
      this.#model.updateOne({ _id: walk }, { $set: { ...to, at: new Date() } }, { ...options, maxTimeMS }),
    );
    this.#written.set(walk, to);
  }
}

/** Identifies a list as one caller asks for it: all of the query but the offset. */
export function walkOf({ actor }: Pick<Call, 'actor'>, postType: string, query: ListQuery): string {
  const { offset: _offset, ...asked } = query;
  const text = JSON.stringify([actor.kind, actor.userId, actor.displayName, postType, asked]);
  return createHash('sha256').update(text).digest('base64url');
}
