import type { mongo } from 'mongoose';
import type { JobStatus } from '@svc/contracts';
import { backoffMs, type Backoff } from './backoff.ts';
import { attemptEnds, type AttemptEnd } from './job-runs.ts';
import { Lease, LeaseLost, newHolder, type LeaseOptions, type Values } from './lease.ts';
import { defaultLateAfterMs, type ObservedJob } from './observed-job.ts';
import { busyOwners, chooseInTurns, type OwnerShare } from './owner-turns.ts';

/** A piece of durable work as it is stored, whatever its job (docs/adr/0045-durable-work.md). */
export interface StoredWork {
  readonly _id: string;
  /** The instance that works on it; null while none does. */
  readonly claim?: string | null;
  /** When it is due; while an instance works on it, the end of the lease. Absent: never. */
  readonly dueAt?: Date;
  /** Until when failed attempts are repeated; absent: for ever. */
  readonly retryUntil?: Date;
  /** Why the last attempt failed; empty or absent without a failure. */
  readonly reason?: string;
}

/** Pieces that were abandoned: an instance had begun them, and its lease ended. */
export interface LostWork {
  readonly filter: mongo.Document;
  /** The values that such a piece gets. */
  readonly values: Values;
  readonly outcome: string;
}

/** Where the documents of a queue have the values that all pieces have. */
export interface WorkPaths {
  /** The instance that works on the piece; `claim` when absent. */
  readonly holder?: string;
  /** When the piece is due; while an instance works on it, the end of the lease. `dueAt` when absent. */
  readonly until?: string;
  /** The number of attempts. One counts from its beginning, until it is given back. */
  readonly attempts: string;
  /** The time when the piece was queued. */
  readonly since: string;
}

/** A queue: where its pieces are, and the rules by which they are taken and repeated. Durations in milliseconds. */
export interface WorkQueueOptions {
  /** The name of the job in metrics and traces, from a fixed set. */
  readonly job: string;
  readonly collection: mongo.Collection;
  /** The filters for pieces that are to be done, and for those that are not retried. */
  readonly waiting: mongo.Document;
  readonly failed: mongo.Document;
  /** The filter for pieces whose effect has begun, for queues that repeat no effect by themselves. */
  readonly marked?: mongo.Document;
  /** The order in which pieces are taken. */
  readonly sort: Record<string, 1 | -1>;
  /** The path of a value that comes before the turns of owners in this order. */
  readonly priority?: string;
  readonly owner?: OwnerShare;
  readonly paths: WorkPaths;
  readonly leaseMs: number;
  /** Whether leases use the clock of the database instead of those of instances, by which due times are set. */
  readonly usesDatabaseClock?: boolean;
  readonly backoff: Backoff;
  /** The values of a piece that is not retried; when absent, pieces are retried for ever. */
  readonly givenUp?: (reason: string) => Values;
  readonly lost?: () => readonly LostWork[];
  /** Whether a piece is late, too, when it was attempted, failed, and waits for the next attempt: not when its receiver is to blame. */
  readonly isLateWhileFailing?: boolean;
  /** For how long a piece may be late before an operator should look; ten minutes when absent. */
  readonly lateAfterMs?: number;
  readonly now?: () => Date;
}

/** How many of the first pieces the turns of owners are chosen from, for each piece that is taken. */
const windowPerPiece = 20;
/** The number of pieces up to which the status of a queue counts. */
const maxCounted = 10_000;

/** A queue of durable work. Several instances take pieces from it; a lease keeps each piece to one of them. */
export class WorkQueue<Piece extends StoredWork> implements ObservedJob {
  readonly options: WorkQueueOptions;
  readonly paths: Required<WorkPaths>;
  readonly #lease: LeaseOptions;

  constructor(options: WorkQueueOptions) {
    this.options = options;
    const { collection, leaseMs, usesDatabaseClock } = options;
    this.paths = { holder: 'claim', until: 'dueAt', ...options.paths };
    const { holder, until } = this.paths;
    const clock = usesDatabaseClock ? {} : { now: () => this.now() };
    this.#lease = { collection, holder, until, leaseMs, ...clock };
  }

  now(): Date {
    return this.options.now?.() ?? new Date();
  }

  /** Takes up to `limit` due pieces in the order of the queue, those of its owners in turns. `held` are pieces that this instance has already. */
  async take(limit: number, held: readonly Piece[] = []): Promise<readonly HeldWork<Piece>[]> {
    const { sort } = this.options;
    const { attempts } = this.paths;
    const set = { [attempts]: { $add: [{ $ifNull: [`$${attempts}`, 0] }, 1] } };
    const filter = this.#takeable(held);
    const taken = await Lease.acquireMany<Piece>(this.#lease, {
      filter,
      sort,
      set,
      limit,
      share: this.#share(limit, held),
    });
    return taken.map(({ lease, document }) => new HeldWork(this, lease, document));
  }

  /** Stores a piece that this instance works on at once. */
  async insertHeld(piece: Piece): Promise<HeldWork<Piece>> {
    const { collection, leaseMs } = this.options;
    const { holder, until, attempts } = this.paths;
    const name = newHolder();
    const end = new Date(this.now().getTime() + leaseMs);
    const begun = { ...piece, [holder]: name, [until]: end, [attempts]: 1 };
    await collection.insertOne(begun as unknown as mongo.Document);
    return new HeldWork(this, new Lease(this.#lease, piece._id, name), begun);
  }

  /**
   * Ends matching pieces that are to be done with these values. The lease of an instance that works on one is lost, so that this instance
   * cannot store its outcome. Returns the number of cancelled pieces.
   */
  async cancel(filter: mongo.Document, values: Values): Promise<number> {
    const { collection, waiting } = this.options;
    const update = { $set: { ...values, [this.paths.holder]: null } };
    const { modifiedCount } = await collection.updateMany({ $and: [waiting, filter] }, update);
    for (let each = 0; each < modifiedCount; each += 1) this.count('cancelled');
    return modifiedCount;
  }

  /** Ends a piece that was lost; each is returned once, to one instance. */
  async endLost(): Promise<{ readonly piece: Piece; readonly outcome: string } | undefined> {
    const { collection, lost } = this.options;
    const { holder, until } = this.paths;
    for (const { filter, values, outcome } of lost?.() ?? []) {
      const piece = await collection.findOneAndUpdate(
        { ...filter, [until]: { $lte: this.now() } },
        { $set: { ...values, [holder]: null } },
        { sort: { [until]: 1 }, returnDocument: 'after' },
      );
      if (!piece) continue;
      this.count(outcome);
      return { piece: piece as unknown as Piece, outcome };
    }
    return undefined;
  }

  /** The time of the next due piece or expired lease. */
  async nextAt(held: readonly Piece[] = []): Promise<Date | undefined> {
    const { collection, marked } = this.options;
    const { until } = this.paths;
    const takeable = this.#takeable(held);
    const next = await collection.findOne(marked ? { $or: [takeable, marked] } : takeable, {
      sort: { [until]: 1 },
      projection: { [until]: 1 },
    });
    return next?.[until] as Date | undefined;
  }

  /** Counts pieces, up to `maxCounted` unfinished ones. */
  async jobStatus(): Promise<JobStatus> {
    const { job: name, collection, failed, lateAfterMs = defaultLateAfterMs } = this.options;
    const now = this.now();
    const [unfinished, failedCount] = await Promise.all([
      this.#countUnfinished(now),
      collection.countDocuments(failed, { limit: maxCounted }),
    ]);
    const { all, running, failing, oldest } = unfinished;
    const lateMs = oldest ? Math.max(0, now.getTime() - oldest.getTime()) : 0;
    const reason = failing > 0 || failedCount > 0 ? await this.#reason() : '';
    return {
      name,
      waiting: all - running,
      running,
      failing,
      failed: failedCount,
      late_seconds: lateMs / 1_000,
      is_late: lateMs > lateAfterMs,
      ...(reason !== '' && { reason }),
    };
  }

  async #countUnfinished(now: Date): Promise<Counted> {
    const { collection, waiting, marked, isLateWhileFailing } = this.options;
    const { holder, until, attempts, since } = this.paths;
    const isHeld = {
      $and: [{ $ne: [{ $ifNull: [`$${holder}`, null] }, null] }, { $gt: [`$${until}`, now] }],
    };
    // The attempt under way counts, too.
    const isFailing = { $gt: [{ $ifNull: [`$${attempts}`, 0] }, { $cond: [isHeld, 1, 0] }] };
    const dueSince = { $cond: [isHeld, now, `$${until}`] };
    const lateSince = isLateWhileFailing ? { $cond: [isFailing, `$${since}`, dueSince] } : dueSince;
    const count = (when: mongo.Document) => ({ $sum: { $cond: [when, 1, 0] } });
    const [counted] = await collection
      .aggregate<Counted>([
        { $match: marked ? { $or: [waiting, marked] } : waiting },
        { $sort: { [until]: 1 } },
        { $limit: maxCounted },
        {
          $group: {
            _id: null,
            all: { $sum: 1 },
            running: count(isHeld),
            failing: count(isFailing),
            oldest: { $min: lateSince },
          },
        },
      ])
      .toArray();
    return counted ?? { all: 0, running: 0, failing: 0 };
  }

  count(outcome: string): void {
    const end: AttemptEnd = { job: this.options.job, outcome };
    attemptEnds.publish(end);
  }

  /** Pieces to be done, without those of owners that have their share of this instance. */
  #takeable(held: readonly Piece[]): mongo.Document {
    const { waiting, owner } = this.options;
    const busy = owner ? busyOwners(owner, held) : [];
    return owner && busy.length > 0 ? { ...waiting, [owner.path]: { $nin: busy } } : waiting;
  }

  #share(limit: number, held: readonly Piece[]) {
    const { owner, priority } = this.options;
    if (!owner) return undefined;
    const paths = priority === undefined ? [owner.path] : [owner.path, priority];
    return {
      window: limit * windowPerPiece,
      projection: Object.fromEntries(paths.map((path) => [path, 1])),
      choose: (candidates: readonly mongo.Document[]) =>
        chooseInTurns(candidates, { owner, priority, held, limit }),
    };
  }

  async #reason(): Promise<string> {
    const { collection, waiting, failed } = this.options;
    const piece = await collection.findOne(
      { $and: [{ $or: [waiting, failed] }, { reason: { $nin: ['', null] } }] },
      { projection: { reason: 1 } },
    );
    return String(piece?.['reason'] ?? '');
  }
}

/** The counts of unfinished pieces. */
interface Counted {
  readonly all: number;
  readonly running: number;
  readonly failing: number;
  readonly oldest?: Date | null;
}

/** A piece that this instance works on. Its writes succeed only while the instance holds the lease. */
export class HeldWork<Piece extends StoredWork> {
  readonly piece: Piece;
  readonly #queue: WorkQueue<Piece>;
  readonly #lease: Lease;
  #isOpen = true;

  constructor(queue: WorkQueue<Piece>, lease: Lease, piece: Piece) {
    this.#queue = queue;
    this.#lease = lease;
    this.piece = piece;
  }

  /** Whether the attempt has not ended. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The number of attempts, with this one. */
  get attempts(): number {
    return (this.piece as unknown as Record<string, number>)[this.#queue.paths.attempts] ?? 1;
  }

  /** Renews the lease until the attempt ends. */
  keep(): this {
    this.#lease.keep();
    return this;
  }

  /** Writes values and renews the lease. @throws LeaseLost also when `filter` does not match */
  async write(values: Values, filter: mongo.Document = {}): Promise<void> {
    await this.#lease.write(values, filter);
  }

  /** Ends the piece, with these values; returns false when the lease was lost. */
  end(outcome: string, values: Values): Promise<boolean> {
    return this.#settle(outcome, values);
  }

  /** Ends the piece and removes it. */
  async remove(outcome: string): Promise<void> {
    this.#close();
    await this.#queue.options.collection.deleteOne({ _id: this.piece._id as never });
    this.#queue.count(outcome);
  }

  /**
   * Ends the attempt and stores these pieces instead, of which one may be the same. They are stored before the piece is removed, so that a
   * crash in between only repeats work.
   */
  async replaceBy(outcome: string, pieces: readonly Piece[]): Promise<void> {
    this.#close();
    const { _id } = this.piece;
    const stored = pieces.map((each) => ({
      replaceOne: {
        filter: { _id: each._id },
        replacement: { ...each, [this.#queue.paths.holder]: null },
        upsert: true,
      },
    }));
    const isGone = pieces.every((each) => each._id !== _id);
    const writes = [...stored, ...(isGone ? [{ deleteOne: { filter: { _id } } }] : [])];
    const { collection } = this.#queue.options;
    await collection.bulkWrite(writes as unknown as mongo.AnyBulkWriteOperation[], { ordered: true });
    this.#queue.count(outcome);
  }

  /** The attempt failed: it is repeated after a pause, or the piece is given up when it was tried for long enough. */
  async retry(reason: string, values: Values = {}): Promise<'retried' | 'failed'> {
    const { backoff, givenUp } = this.#queue.options;
    const dueAt = new Date(this.#queue.now().getTime() + backoffMs(backoff, this.attempts));
    const { retryUntil } = this.piece;
    if (givenUp && retryUntil && dueAt > retryUntil) {
      await this.#settle('failed', { ...values, ...givenUp(reason) });
      return 'failed';
    }
    await this.#settle('retried', { ...values, reason, [this.#queue.paths.until]: dueAt });
    return 'retried';
  }

  /** Returns the piece to the queue, as if it had not been taken; it is due at this time, by default now. */
  async giveBack(dueAt: Date = this.#queue.now(), values: Values = {}): Promise<void> {
    const { until, attempts } = this.#queue.paths;
    await this.#settle('returned', { [attempts]: this.attempts - 1, ...values, [until]: dueAt });
  }

  async #settle(outcome: string, values: Values): Promise<boolean> {
    this.#close();
    try {
      await this.#lease.release(values);
      this.#queue.count(outcome);
      return true;
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      this.#queue.count('lost');
      return false;
    }
  }

  #close(): void {
    this.#isOpen = false;
    this.#lease.drop();
  }
}
