import type { Connection, mongo } from 'mongoose';
import type { RecordChange } from './change-log.ts';

/** Events, and the moment of the database up to which all of them have been read. */
export interface ChangeBatch {
  readonly changes: readonly RecordChange[];
  readonly readUpTo: bigint;
}

interface ResumeToken {
  readonly _data?: unknown;
}

interface Answer {
  readonly cursor: {
    readonly id: mongo.Long;
    readonly nextBatch?: readonly (RecordChange & { readonly _id: ResumeToken })[];
    readonly postBatchResumeToken?: ResumeToken;
  };
  readonly operationTime?: mongo.Timestamp;
}

const orNothing = (path: string, nothing: object) => ({ $ifNull: [`$updateDescription.${path}`, nothing] });
const each = (input: object, key: string) => ({ $map: { input, in: `$$this.${key}` } });

/** Without values: they are large, and nobody asks for them. The event's own `_id` has to stay. */
const namesOfChanges: mongo.Document = {
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

/** How MongoDB calls the cursor of a whole database. */
const wholeDatabase = '$cmd.aggregate';

/**
 * A change stream of some collections, read by hand. The driver's own goes on by itself after a failure, also on a member of the replica
 * set that is no longer primary, and does not tell up to where it has read. Here each command goes to the primary; one that does not know
 * the cursor fails.
 */
export class ChangeCursor {
  readonly #session: mongo.ClientSession;
  readonly #db: mongo.Db;
  readonly #collections: readonly string[];
  #id: mongo.Long | undefined;
  /** With what the stream began. */
  #beginning: unknown;

  private constructor(session: mongo.ClientSession, db: mongo.Db, collections: readonly string[]) {
    this.#session = session;
    this.#db = db;
    this.#collections = collections;
  }

  /** A stream of what changes from now on. */
  static async open(connection: Connection, collections: readonly string[]): Promise<ChangeCursor> {
    const session = await connection.startSession({ causalConsistency: false });
    const db = connection.getClient().db(connection.name);
    const cursor = new ChangeCursor(session, db, collections);
    try {
      await cursor.#open();
      return cursor;
    } catch (error) {
      await session.endSession();
      throw error;
    }
  }

  /** The moment of the latest write that anybody can have read or been told of. */
  async now(): Promise<bigint> {
    const { operationTime } = await this.#command<Answer>({ ping: 1 });
    if (!operationTime) throw new Error('the database does not tell its time');
    return operationTime.toBigInt();
  }

  /** What has not been read yet; when there is nothing, the database waits for an event so many milliseconds. */
  async read(wait: number): Promise<ChangeBatch> {
    const { cursor } = await this.#command<Answer>({
      getMore: this.#id,
      collection: wholeDatabase,
      maxTimeMS: wait,
    });
    if (cursor.id.isZero()) throw new Error('the stream of changes has ended');
    const { nextBatch: changes = [], postBatchResumeToken: token } = cursor;
    const moment = timeOf(token?._data);
    // A stream begins before what happens at its first moment; and a batch that is cut ends with an event, whose moment may have more.
    const isBefore = token?._data === this.#beginning || token?._data === changes.at(-1)?._id._data;
    return { changes, readUpTo: isBefore ? moment - 1n : moment };
  }

  /** Nobody waits for the database: it ends by itself what it is not asked for any more. */
  close(): void {
    const killed = this.#command({ killCursors: wholeDatabase, cursors: [this.#id] });
    void killed.catch(() => undefined).then(() => this.#session.endSession());
  }

  async #open(): Promise<void> {
    // No event is in the first batch: the first read finds whatever came in between.
    const { cursor } = await this.#command<Answer>({
      aggregate: 1,
      pipeline: [
        { $changeStream: {} },
        { $match: { 'ns.coll': { $in: [...this.#collections] } } },
        namesOfChanges,
      ],
      cursor: { batchSize: 0 },
    });
    this.#id = cursor.id;
    this.#beginning = cursor.postBatchResumeToken?._data;
  }

  async #command<Result>(command: mongo.Document): Promise<Result> {
    // The id of a cursor goes back as it came.
    const options = { session: this.#session, promoteLongs: false };
    return (await this.#db.command(command, options)) as Result;
  }
}

/** A resume token begins with its moment: the type of what follows, then seconds and a counter. */
function timeOf(token: unknown): bigint {
  const [, time] = /^82([0-9A-F]{16})/.exec(String(token)) ?? [];
  if (time === undefined) throw new Error('the stream of changes does not tell up to where it was read');
  return BigInt(`0x${time}`);
}
