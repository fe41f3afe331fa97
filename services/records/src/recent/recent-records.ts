import { listLimits } from '@svc/contracts';
import { databaseFailure, type Call, type Logger } from '@svc/service-kit';
import type { Model, mongo } from 'mongoose';
import type { Field } from '../model/field.ts';
import { readLean } from '../store/read-with-deadline.ts';
import type { View, ViewAnnouncer } from './view-announcer.ts';
import type { RecentDocument } from '../store/recent-model.ts';

/** Milliseconds for which views are collected before a write: short after a pause, and one second under load. */
const gatheredMilliseconds = 50;
const betweenWrites = 1_000;

/** Maximum number of chosen records that a picker offers for one field. */
const maxChosen = 5;

/** Collected changes of one user and post type; the newest entries come last. */
interface Gathered {
  readonly of: RecentOf;
  /** When each record was last opened: announced as views. */
  readonly seen: Map<number, Date>;
  /** When each record was last opened, created or commented on. */
  readonly viewed: Map<number, Date>;
  /** Key of a connection field → the records connected through it. */
  readonly chosen: Map<string, Set<number>>;
}

/** A user and a post type. */
interface RecentOf {
  readonly userId: number;
  readonly postType: string;
}

interface RecentOptions {
  readonly model: Model<RecentDocument>;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  readonly views: ViewAnnouncer;
}

/**
 * Stores which records users worked on and chose, and announces those that they opened. Requests do not wait for it: changes are collected
 * and written after a moment, and what cannot be written is logged and dropped.
 */
export class RecentRecords {
  readonly #options: RecentOptions;
  #gathered = new Map<string, Gathered>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #lastView = 0;
  #lastWrite = Number.NEGATIVE_INFINITY;

  constructor(options: RecentOptions) {
    this.#options = options;
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
    const query = this.#options.model.findById(idOf(of));
    const found = await readLean<RecentDocument | null>({ deadline }, query);
    const { viewed = [], chosen = {} } = found ?? {};
    const isKnown = fieldKey !== undefined && Object.hasOwn(chosen, fieldKey);
    return { viewed: viewed.map(({ id }) => id), chosen: (isKnown && chosen[fieldKey]) || [] };
  }

  /** Writes the collected changes; resolves when all earlier changes are written or dropped. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#gathered.size === 0) return this.#writing;
    const gathered = this.#gathered;
    this.#gathered = new Map();
    this.#lastWrite = performance.now();
    this.#options.views.announce([...gathered.values()].flatMap(viewsOf));
    this.#writing = this.#writing.then(() => this.#write(gathered));
    return this.#writing;
  }

  /** Writes and announces the collected changes, and waits for both. */
  async stop(): Promise<void> {
    await this.flush();
    await this.#options.views.settled();
  }

  #of(of: RecentOf): Gathered {
    const id = idOf(of);
    const gathered = this.#gathered.get(id) ?? { of, seen: new Map(), viewed: new Map(), chosen: new Map() };
    this.#gathered.set(id, gathered);
    const untilWrite = Math.max(gatheredMilliseconds, this.#lastWrite + betweenWrites - performance.now());
    this.#timer ??= setTimeout(() => void this.flush(), untilWrite).unref();
    return gathered;
  }

  async #write(gathered: ReadonlyMap<string, Gathered>): Promise<void> {
    const updates = [...gathered].map(([_id, change]) => {
      // The driver types ids as ObjectId; in this collection they are texts.
      const filter: mongo.Document = { _id };
      return { updateOne: { filter, update: recentUpdate(change), upsert: true } };
    });
    try {
      // Losing a view with a server does no harm, so the write does not wait for other members of the replica set.
      await this.#options.model.collection.bulkWrite(updates, { ordered: false, writeConcern: { w: 1 } });
    } catch (error) {
      const level = databaseFailure(error) ? 'warn' : 'error';
      this.#options.log[level]({ err: error }, 'failed to write the views of users');
    }
  }
}

/** Stores the records that a user's write has connected, to be offered by the pickers of these fields. */
export function noteChosen(
  { actor }: Pick<Call, 'actor'>,
  { recent }: { readonly recent: RecentRecords },
  { changed }: { readonly changed: readonly { field: Field; before: unknown; after: unknown }[] },
): void {
  for (const { field, before, after } of changed) {
    const { post_type: postType } = field.definition;
    if (field.type.storage !== 'edges' || !postType) continue;
    const delta = field.type.write.delta(before, after);
    if ('added' in delta)
      recent.chose({ userId: actor.userId, postType }, field.key, delta.added as number[]);
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

/** The update that puts a change before the stored records: each record is stored once, at its latest place. */
function recentUpdate({ viewed, chosen }: Gathered): mongo.Document[] {
  const set: Record<string, mongo.Document> = {};
  if (viewed.size > 0) set['viewed'] = withViews(viewed);
  for (const [key, ids] of chosen) set[`chosen.${key}`] = withChoices(`chosen.${key}`, ids);
  return [{ $set: set }];
}

/** Sorted by time, since other instances write views that are older or newer. */
function withViews(viewed: Gathered['viewed']): mongo.Document {
  const views = [...viewed].map(([id, at]) => ({ id, at }));
  const others = withoutThese({ $ifNull: ['$viewed', []] }, '$$this.id', [...viewed.keys()]);
  const all = { $concatArrays: [{ $literal: views }, others] };
  return { $slice: [{ $sortArray: { input: all, sortBy: { at: -1 } } }, listLimits.recent] };
}

function withChoices(path: string, chosen: ReadonlySet<number>): mongo.Document {
  const ids = [...chosen].reverse();
  const others = withoutThese({ $ifNull: [`$${path}`, []] }, '$$this', ids);
  return { $slice: [{ $concatArrays: [{ $literal: ids }, others] }, maxChosen] };
}

function withoutThese(input: mongo.Document, id: string, ids: readonly number[]): mongo.Document {
  return { $filter: { input, cond: { $not: [{ $in: [id, { $literal: ids }] }] } } };
}
