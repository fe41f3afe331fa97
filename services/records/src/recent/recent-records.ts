import { listLimits } from '@svc/contracts';
import type { Call, Logger } from '@svc/service-kit';
import type { Model, mongo } from 'mongoose';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import type { View, ViewAnnouncer } from './view-announcer.ts';
import type { RecentDocument } from '../store/recent-model.ts';
import { maxChosen, recentUpdate } from './recent-update.ts';

/** Milliseconds for which views are collected before a write: short after a pause, and one second under load. */
const gatheredMilliseconds = 50;
const betweenWrites = 1_000;

/** Collected changes of one user and post type; the newest entries come last. */
interface Gathered {
  readonly of: RecentOf;
  /** When each record was last opened: announced as views. */
  readonly seen: Map<number, Date>;
  readonly viewed: Map<number, Date>;
  readonly chosen: Map<string, Set<number>>;
}

/** A user and a post type. */
export interface RecentOf {
  readonly userId: number;
  readonly postType: string;
}

/**
 * Stores which records users worked on and chose, and announces those that they opened. Requests do not wait for it: changes are collected
 * and written after a moment, and what cannot be written is logged and dropped.
 */
export class RecentRecords {
  readonly #model: Model<RecentDocument>;
  readonly #log: Pick<Logger, 'error'>;
  readonly #views: Pick<ViewAnnouncer, 'announce' | 'settled'>;
  #gathered = new Map<string, Gathered>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #lastView = 0;
  #lastWrite = Number.NEGATIVE_INFINITY;

  constructor(options: {
    model: Model<RecentDocument>;
    log: Pick<Logger, 'error'>;
    views: Pick<ViewAnnouncer, 'announce' | 'settled'>;
  }) {
    this.#model = options.model;
    this.#log = options.log;
    this.#views = options.views;
  }

  /** A user opened a record. */
  viewed(of: RecentOf, id: number): void {
    if (of.userId === 0) return;
    this.#of(of).seen.set(id, new Date());
    this.workedOn(of, id);
  }

  /** A user opened, created or commented on a record; ignored for callers who are not users. */
  workedOn(of: RecentOf, id: number): void {
    if (of.userId === 0) return;
    const { viewed } = this.#of(of);
    viewed.delete(id);
    // Records of the same millisecond keep their order.
    this.#lastView = Math.max(Date.now(), this.#lastView + 1);
    viewed.set(id, new Date(this.#lastView));
    dropOldest(viewed, listLimits.recent);
  }

  /** A user connected records of a type through a field. */
  chose(of: RecentOf, fieldKey: string, ids: readonly number[]): void {
    if (of.userId === 0 || ids.length === 0) return;
    const { chosen } = this.#of(of);
    const known = chosen.get(fieldKey) ?? new Set<number>();
    chosen.set(fieldKey, known);
    for (const id of ids) {
      known.delete(id);
      known.add(id);
    }
    dropOldest(known, maxChosen);
  }

  /** The records that a user worked on and those they chose for a field, newest first. Access is not checked. */
  async read(
    deadline: Call['deadline'],
    of: RecentOf,
    fieldKey?: string,
  ): Promise<{ viewed: readonly number[]; chosen: readonly number[] }> {
    if (of.userId === 0) return { viewed: [], chosen: [] };
    await this.flush();
    const found = await readWithDeadline(deadline, (maxTimeMS) =>
      this.#model.findById(idOf(of)).maxTimeMS(maxTimeMS).lean<RecentDocument>(),
    );
    const { viewed = [], chosen = {} } = found ?? {};
    const isKnown = fieldKey !== undefined && Object.hasOwn(chosen, fieldKey);
    return { viewed: viewed.map(({ id }) => id), chosen: (isKnown ? chosen[fieldKey] : undefined) ?? [] };
  }

  /** Writes the collected changes; resolves when all earlier changes are written or dropped. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#gathered.size === 0) return this.#writing;
    const gathered = this.#gathered;
    this.#gathered = new Map();
    this.#lastWrite = performance.now();
    this.#views.announce([...gathered.values()].flatMap(viewsOf));
    this.#writing = this.#writing.then(() => this.#write(gathered));
    return this.#writing;
  }

  /** Writes and announces the collected changes, and waits for both. */
  async stop(): Promise<void> {
    await this.flush();
    await this.#views.settled();
  }

  #of(of: RecentOf): Gathered {
    const id = idOf(of);
    const gathered = this.#gathered.get(id) ?? { of, seen: new Map(), viewed: new Map(), chosen: new Map() };
    this.#gathered.set(id, gathered);
    this.#timer ??= setTimeout(() => void this.flush(), this.#untilWrite()).unref();
    return gathered;
  }

  #untilWrite(): number {
    return Math.max(gatheredMilliseconds, this.#lastWrite + betweenWrites - performance.now());
  }

  async #write(gathered: ReadonlyMap<string, Gathered>): Promise<void> {
    const updates = [...gathered].map(([id, change]) => ({
      updateOne: { filter: asFilter({ _id: id }), update: recentUpdate(change), upsert: true },
    }));
    try {
      // Losing a view with a server does no harm, so the write does not wait for other members of the replica set.
      await this.#model.collection.bulkWrite(updates, { ordered: false, writeConcern: { w: 1 } });
    } catch (error) {
      this.#log.error({ err: error }, 'what users viewed could not be written');
    }
  }
}

function viewsOf({ of, seen }: Gathered): View[] {
  return [...seen].map(([id, at]) => ({
    user_id: of.userId,
    post_type: of.postType,
    record_id: id,
    at: at.toISOString(),
  }));
}

function idOf({ userId, postType }: RecentOf): string {
  return `${userId}:${postType}`;
}

function dropOldest(ids: Map<number, Date> | Set<number>, most: number): void {
  for (const oldest of ids.keys()) {
    if (ids.size <= most) return;
    ids.delete(oldest);
  }
}

/** The driver types ids as ObjectId; in this collection they are texts. */
function asFilter({ _id }: Pick<RecentDocument, '_id'>): mongo.Document {
  return { _id };
}
