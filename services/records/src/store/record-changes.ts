import { setTimeout as delay } from 'node:timers/promises';
import type { Model } from 'mongoose';
import type { Logger } from '@svc/service-kit';
import { ChangeCursor } from './change-cursor.ts';
import { ChangeLog } from './change-log.ts';
import type { PrivateValues } from './private-values-model.ts';
import type { RecordDocument } from '../model/record.ts';

/** Parts of the following, and how patient it is. */
export interface RecordChangesOptions {
  readonly records: Model<RecordDocument>;
  readonly privateValues: Model<PrivateValues>;
  readonly log: Pick<Logger, 'warn'>;
  /** As long as somebody waits until the stream is read to its end, in milliseconds: on a busy database counting takes longer. */
  readonly patience?: number;
}

/** While nobody asks, the stream is read this often: it must not fall behind what the database keeps of it. */
const readEvery = 1_000;
/** The longest time that the database waits for an event, in milliseconds. */
const longestWait = 32;
/** While others write, whoever only wants to know whether all is noted has the stream read once in so many milliseconds. */
const readSoonAfter = 5;

/**
 * Follows what changes in the records and in private values, whoever changes it. Told is what changed, never to what. After a failure everything may have
 * changed, and the stream begins anew.
 */
export class RecordChanges {
  readonly changeLog = new ChangeLog();
  readonly #options: RecordChangesOptions;
  #cursor: ChangeCursor | undefined;
  /** The moment of the database up to which all changes are noted. */
  #readUpTo = 0n;
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #isStopped = false;
  /** The pass that is under way, and the one that begins after it. */
  #running: Promise<boolean> = Promise.resolve(false);
  #next: Promise<boolean> | undefined;

  constructor(options: RecordChangesOptions) {
    this.#options = options;
  }

  /** Begins; resolves when the stream is open or can not be opened for now. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.#pass(), readEvery);
    this.#timer.unref();
    await this.#pass();
  }

  /** A pass that is under way ends by itself, with the connection at the latest. */
  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    this.#close();
  }

  /**
   * Whether the change log has all that was written before this was asked: every write that was confirmed, or that any reader can have
   * seen. False when it can not be found out soon.
   */
  async caughtUp(): Promise<boolean> {
    if (!this.#cursor) return false;
    const patience = new AbortController();
    const { patience: milliseconds = 500 } = this.#options;
    const late = delay(milliseconds, false, { signal: patience.signal }).catch(() => false);
    try {
      return await Promise.race([this.#pass(), late]);
    } finally {
      patience.abort();
    }
  }

  /** Whether the change log has all that was written up to a moment of the database, as its answers tell it. If not, it soon will. */
  hasNoted(moment: bigint | undefined): boolean {
    if (!this.#cursor || moment === undefined) return false;
    if (moment <= this.#readUpTo) return true;
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      void this.#pass();
    }, readSoonAfter).unref();
    return false;
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

  async #readToEnd(): Promise<boolean> {
    if (this.#isStopped) return false;
    try {
      const cursor = (this.#cursor ??= await this.#open());
      const until = await cursor.now();
      // What is written and not yet on most members of the replica set comes later.
      for (let wait = 1; this.#readUpTo < until; wait = Math.min(2 * wait, longestWait)) {
        if (this.#isStopped) return false;
        const { changes, readUpTo } = await cursor.read(wait);
        for (const change of changes) this.changeLog.note(change);
        this.#readUpTo = readUpTo;
      }
      return true;
    } catch (error) {
      if (!this.#isStopped) this.#options.log.warn({ err: error }, 'changes of records can not be followed');
      this.#close();
      return false;
    }
  }

  async #open(): Promise<ChangeCursor> {
    const { records, privateValues } = this.#options;
    const followed = [records, privateValues].map(({ collection }) => collection.collectionName);
    const cursor = await ChangeCursor.open(records.db, followed);
    this.#readUpTo = 0n;
    // What was before it began is not in it.
    this.changeLog.forget();
    return cursor;
  }

  #close(): void {
    this.#cursor?.close();
    this.#cursor = undefined;
    this.changeLog.forget();
  }
}
