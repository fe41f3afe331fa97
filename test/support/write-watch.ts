import { randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import type { World } from './world.ts';

/**
 * What services write from time to time, whatever is asked: they send what is due, and forget what is over; a long list keeps its place,
 * what users worked on is noted up to a second later, and search notes how far it is with its index.
 */
const ofItsOwn =
  /^(update|delete) svc_users\.(mails|pushes)$|^update svc_search\.index_work$|^(insert|delete) svc_records\.page_cursors$|^(insert|update|replace) (svc_records\.recent|svc_users\.last_views)$|^delete svc_records\.duplicate_claims$/;
/** The database of the marks that divide what is written. */
const own = 'watch';

type Written = mongo.ChangeStreamInsertDocument | mongo.ChangeStreamDeleteDocument;

/**
 * Sees what is written to the databases of all services, in the order in which it was committed: once a mark of its own has come
 * by, nothing earlier is still to come.
 */
export class WriteWatch {
  readonly #world: World;
  readonly #stream: mongo.ChangeStream;
  readonly #prefix: string;

  private constructor(world: World) {
    this.#world = world;
    this.#prefix = world.databaseOf('').databaseName;
    const written = {
      operationType: { $in: ['insert', 'update', 'replace', 'delete'] },
      'ns.db': { $regex: `^${this.#prefix}` },
    };
    this.#stream = world.database.getClient().watch([{ $match: written }]);
  }

  static async open(world: World): Promise<WriteWatch> {
    const watch = new WriteWatch(world);
    // What is written from here on is seen.
    await watch.#stream.tryNext();
    return watch;
  }

  /** What was written since the last time: `insert svc_records.records`, …. */
  async take(): Promise<readonly string[]> {
    const mark = randomUUID();
    const marks = this.#world.databaseOf(own).collection<{ _id: string }>('marks');
    await marks.insertOne({ _id: mark });
    const seen: string[] = [];
    for (;;) {
      const { operationType, ns, documentKey } = (await this.#stream.next()) as Written;
      const database = ns.db.slice(this.#prefix.length);
      if (database === own && String(documentKey._id) === mark) return seen;
      const write = `${operationType} svc_${database}.${ns.coll}`;
      if (database !== own && !ofItsOwn.test(write)) seen.push(write);
    }
  }

  /** The same, with all that earlier requests have brought about. */
  async takeAll(): Promise<readonly string[]> {
    await this.#world.settled();
    return this.take();
  }

  async close(): Promise<void> {
    await this.#stream.close();
  }
}
