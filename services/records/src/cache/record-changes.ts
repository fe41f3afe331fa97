import type { Model, mongo } from 'mongoose';
import { within, type Logger } from '@svc/service-kit';
import { ChangeLog, type RecordChange } from './change-log.ts';
import { SharedRuns } from './shared-runs.ts';
import type { PrivateValues } from '../store/private-values-model.ts';
import type { RecordDocument } from '../model/record.ts';

export interface FollowOptions {
  readonly records: Model<RecordDocument>;
  readonly privateValues: Model<PrivateValues>;
  readonly log: Pick<Logger, 'warn'>;
  /** Longest wait for the end of the stream, in milliseconds. On a busy database, counting again takes longer than that. */
  readonly timeoutMs?: number;
}

/** Interval of reads without requests: the stream must not fall behind the database's oplog. */
const pollIntervalMs = 1_000;

const orNothing = (path: string, nothing: object) => ({ $ifNull: [`$updateDescription.${path}`, nothing] });
const each = (input: object, key: string) => ({ $map: { input, in: `$$this.${key}` } });

/** Leaves out values, which are large and not needed. The event's own `_id` must stay: it is the resume token. */
const changeProjection: mongo.Document = {
  $project: {
    operationType: 1,
    id: '$documentKey._id',
    postType: '$fullDocument.postType',
    paths: {
      $concatArrays: [
        each({ $objectToArray: orNothing('updatedFields', {}) }, 'k'),
        orNothing('removedFields', []),
        each(orNothing('truncatedArrays', []), 'field'),
      ],
    },
  },
};

/** Follows changes of records and private values by any process, through a change stream. Notes which paths changed, never the values. */
export class RecordChanges {
  readonly changeLog = new ChangeLog();
  readonly #options: FollowOptions;
  #stream: mongo.ChangeStream | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = true;
  /** When the last successful pass began. */
  #readUpTo = -Infinity;
  readonly #passes = new SharedRuns(() => this.#readToEnd());

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  start(): void {
    this.#isStopped = false;
    this.#timer = setInterval(() => void this.#passes.next(), pollIntervalMs).unref();
    void this.#passes.next();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#close();
  }

  /**
   * Whether the change log has every write confirmed before `asOf`, a moment of `performance.now()`, or else before this call. False when
   * that is not known within the timeout.
   */
  async sync(asOf?: number): Promise<boolean> {
    if (this.#isStopped) return false;
    const { timeoutMs = 500 } = this.#options;
    return within(timeoutMs, this.#passes.next(asOf)).catch(() => false);
  }

  /** Whether the change log has every write confirmed before `asOf` already. */
  hasRead(asOf: number): boolean {
    return this.#readUpTo >= asOf;
  }

  /** Reads until the database returns no event: then every write confirmed before that request was read. */
  async #readToEnd(): Promise<boolean> {
    if (this.#isStopped) return false;
    const began = performance.now();
    try {
      let hasBegun = this.#stream !== undefined;
      const stream = (this.#stream ??= this.#open());
      for (;;) {
        const change = (await stream.tryNext()) as RecordChange | null;
        // Writes from before the stream was opened are not in it.
        if (!hasBegun) this.changeLog.forget();
        hasBegun = true;
        if (!change) {
          this.#readUpTo = this.#isStopped ? -Infinity : began;
          return !this.#isStopped;
        }
        this.changeLog.note(change);
        // No event follows this one, and the driver raises no error.
        if (change.operationType === 'invalidate') throw new Error('the database was dropped');
      }
    } catch (error) {
      if (!this.#isStopped)
        this.#options.log.warn({ err: error }, 'failed to follow the change stream of records');
      await this.#close();
      return false;
    }
  }

  #open(): mongo.ChangeStream {
    const { records, privateValues } = this.#options;
    const followed = [records, privateValues].map(({ collection }) => collection.collectionName);
    const wanted = { $or: [{ 'ns.coll': { $in: followed } }, { operationType: 'invalidate' }] };
    // A secondary that lags would reach its own end too early, so the connection string's read preference does not apply.
    const options = { maxAwaitTimeMS: 1, readPreference: 'primary' } as const;
    const database = records.db.getClient().db(records.db.name);
    return database.watch([{ $match: wanted }, changeProjection], options);
  }

  async #close(): Promise<void> {
    const stream = this.#stream;
    this.#stream = undefined;
    this.#readUpTo = -Infinity;
    this.changeLog.forget();
    await stream?.close().catch(() => undefined);
  }
}
