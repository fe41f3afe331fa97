import { setTimeout as delay } from 'node:timers/promises';
import type { Model, mongo } from 'mongoose';
import type { Logger } from '@svc/service-kit';
import { ChangeLog, type RecordChange } from './change-log.ts';
import type { PrivateValues } from '../store/private-values-model.ts';
import type { RecordDocument } from '../model/record.ts';

/** Parts of the following, and how patient it is. */
export interface FollowOptions {
  readonly records: Model<RecordDocument>;
  readonly privateValues: Model<PrivateValues>;
  readonly log: Pick<Logger, 'warn'>;
  /** As long as somebody waits until the stream is read to its end, in milliseconds: on a busy database counting takes longer. */
  readonly timeoutMs?: number;
}

/** While nobody asks, the stream is read this often: it must not fall behind what the database keeps of it. */
const pollIntervalMs = 1_000;

const orNothing = (path: string, nothing: object) => ({ $ifNull: [`$updateDescription.${path}`, nothing] });
const each = (input: object, key: string) => ({ $map: { input, in: `$$this.${key}` } });

/** Without values: they are large, and nobody asks for them. The event's own `_id` has to stay. */
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

/** Follows what changes in records and private values, whoever changes it, through a change stream. Told is what changed, never to what. */
export class RecordChanges {
  readonly changeLog = new ChangeLog();
  readonly #options: FollowOptions;
  #stream: mongo.ChangeStream | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = true;
  /** The pass that is under way, and the one that begins after it. */
  #running: Promise<boolean> = Promise.resolve(false);
  #next: Promise<boolean> | undefined;

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  start(): void {
    this.#isStopped = false;
    this.#timer = setInterval(() => void this.#pass(), pollIntervalMs).unref();
    void this.#pass();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#close();
  }

  /** Whether the change log has every write that was confirmed before this was asked. False when that cannot be found out soon. */
  async sync(): Promise<boolean> {
    if (this.#isStopped) return false;
    const timer = new AbortController();
    const { timeoutMs: milliseconds = 500 } = this.#options;
    const late = delay(milliseconds, false, { signal: timer.signal }).catch(() => false);
    try {
      return await Promise.race([this.#pass(), late]);
    } finally {
      timer.abort();
    }
  }

  /** One reader at a time. A pass that has begun may have missed what is asked for now; all who ask meanwhile share the next one. */
  #pass(): Promise<boolean> {
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      this.#running = this.#readToEnd();
      return this.#running;
    });
    return this.#next;
  }

  /** The database has an answer without events only when all that was confirmed before it was asked is read. */
  async #readToEnd(): Promise<boolean> {
    if (this.#isStopped) return false;
    try {
      let hasBegun = this.#stream !== undefined;
      const stream = (this.#stream ??= this.#open());
      for (;;) {
        const change = (await stream.tryNext()) as RecordChange | null;
        // What was written before it began is not in it.
        if (!hasBegun) this.changeLog.forget();
        hasBegun = true;
        if (!change) return !this.#isStopped;
        this.changeLog.note(change);
        // Nothing comes any more, and the driver does not say so.
        if (change.operationType === 'invalidate') throw new Error('the database is dropped');
      }
    } catch (error) {
      if (!this.#isStopped) this.#options.log.warn({ err: error }, 'changes of records cannot be followed');
      await this.#close();
      return false;
    }
  }

  #open(): mongo.ChangeStream {
    const { records, privateValues } = this.#options;
    const followed = [records, privateValues].map(({ collection }) => collection.collectionName);
    const wanted = { $or: [{ 'ns.coll': { $in: followed } }, { operationType: 'invalidate' }] };
    // A member that is behind has an end of its own, whatever the address of the database says of reads.
    const options = { maxAwaitTimeMS: 1, readPreference: 'primary' } as const;
    const database = records.db.getClient().db(records.db.name);
    return database.watch([{ $match: wanted }, changeProjection], options);
  }

  async #close(): Promise<void> {
    const stream = this.#stream;
    this.#stream = undefined;
    this.changeLog.forget();
    await stream?.close().catch(() => undefined);
  }
}
