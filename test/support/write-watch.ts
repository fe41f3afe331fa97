import { randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import type { World } from './world.ts';

/**
 * Background writes of services, independent of the request: due deliveries and their removal, the removal of deleted files, cursors of long lists, recently used records, which
 * are stored up to a second later, the progress of the search index, the last uses of API keys and sessions, the
 * notifications that an earlier view marks as read, the positions of consumers, and the chain of the audit log, in which earlier actions get their
 * places up to a second later.
 */
const ofItsOwn =
  /^(update|delete) svc_users\.(mails|pushes)$|^update svc_search\.index_work$|^update svc_users\.(api_keys|sessions|notifications)$|^(insert|delete) svc_records\.page_cursors$|^(insert|update|replace) (svc_records\.recent|svc_users\.last_views)$|^delete svc_records\.(duplicate_claims|files|objects\.(files|chunks))$|^(insert|update) svc_(search|users)\.event_positions$|^(insert svc_users\.audit_log|replace svc_users\.audit_head|delete svc_users\.audit_pending)$/;
/** The database of the marks that separate the writes of two calls. */
const own = 'watch';

type Written = mongo.ChangeStreamInsertDocument | mongo.ChangeStreamDeleteDocument;

/**
 * Watches the writes to the databases of all services in the order of their commits: once a mark of its own has arrived, all earlier writes have
 * arrived, too.
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
    // From here on every write is seen.
    await watch.#stream.tryNext();
    return watch;
  }

  /** The writes since the last call: `insert svc_records.records`, …. */
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

  /** Like `take`, after all work that follows earlier requests. */
  async takeAll(): Promise<readonly string[]> {
    await this.#world.settled();
    return this.take();
  }

  async close(): Promise<void> {
    await this.#stream.close();
  }
}
