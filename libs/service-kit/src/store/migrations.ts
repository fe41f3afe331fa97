import { setTimeout as delay } from 'node:timers/promises';
import type { mongo } from 'mongoose';
import { ConfigError } from '../config/load-config.ts';
import { Lease, LeaseLost, type LeaseOptions } from '../jobs/lease.ts';
import type { Logger } from '../log/create-logger.ts';

/** A step of a service's database to the next schema version (docs/adr/0012-migrations.md). */
export interface Migration {
  /** The version after the migration: 1 for the first, and one more for each that follows. */
  readonly version: number;
  /** The purpose of the migration, for operators: `count the rows of each history`. */
  readonly name: string;
  /** The oldest version whose programs may run during and after this migration. */
  readonly readableFrom: number;
  /**
   * Migrates. It may be interrupted at any time and called again, so its writes are idempotent. It uses the names of collections and fields
   * as they are at this version, never the models of the program, which change later.
   */
  readonly run: (context: MigrationContext) => Promise<void>;
}

/** The context of a migration. */
export interface MigrationContext {
  readonly db: mongo.Db;
  /**
   * Reads the documents of a collection in batches, in the order of `_id`; a migration may do this once for each collection. The filters of
   * a batch's writes have to state what it has read, because services may write the same documents.
   */
  eachBatch<Found extends mongo.Document>(
    query: BatchQuery,
    change: (documents: readonly Found[]) => Promise<unknown>,
  ): Promise<void>;
}

/** The documents that `eachBatch` reads, and the size of a batch. */
interface BatchQuery {
  readonly collection: string;
  readonly filter?: mongo.Filter<mongo.Document>;
  readonly projection?: mongo.Document;
  /** The size of a batch; 1,000 when absent. */
  readonly size?: number;
}

/** The progress of a migration. */
interface Progress {
  readonly version: number;
  readonly name: string;
  readonly done: number;
  readonly total: number;
  /** Collection → `_id` of the last migrated document; null before the first. */
  readonly cursors: Readonly<Record<string, unknown>>;
}

/** The single document about the schema of a database. */
export interface SchemaState {
  readonly _id: 'schema';
  readonly version: number;
  /** The oldest version whose programs may run. */
  readonly readableFrom: number;
  readonly running?: Progress;
  readonly lock?: { readonly holder: string | null; readonly until: Date };
  /** Present while a backup is being restored: the database is incomplete, and no program may use it. */
  readonly restoring?: Restoring;
}

/** The backup that is being restored, and how many of its pieces are written. */
export interface Restoring {
  readonly backup: string;
  readonly pieces: number;
}

/** Where and how a service's database is migrated; durations in milliseconds. */
interface MigrateOptions {
  readonly db: mongo.Db;
  readonly migrations: readonly Migration[];
  readonly log: Logger;
  /** Receives the text that operators read while the service waits. */
  readonly notReady: (reason: string) => void;
  readonly leaseMs?: number;
  readonly pollMs?: number;
}

const current = { _id: 'schema' } as const;
/** How many documents are migrated between two log lines. */
const loggedEvery = 10_000;

/**
 * Migrates a database to the newest schema version, or waits until another instance has done so. Call it before reading or writing anything
 * in the database.
 * @throws ConfigError when a newer program has migrated it to a form that this one cannot read.
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { db, migrations, log, notReady, pollMs = 1_000 } = options;
  const newest = newestVersion(migrations);
  await begin(db, migrations);
  for (;;) {
    const state = await readSchema(db, newest);
    const next = migrations[state.version];
    if (!next) {
      const { version, readableFrom } = state;
      return log.info({ database: db.databaseName, version, readableFrom }, 'the schema version is current');
    }
    const run = await Run.take(next, options);
    if (run) await run.toEnd();
    else {
      notReady(state.running ? describe(state.running) : 'another instance is migrating the database');
      await delay(pollMs);
    }
  }
}

/** Returns a warning about the schema version of a running service, if there is one. @throws ConfigError like `migrate`. */
export async function checkSchema(db: mongo.Db, newest: number): Promise<string | undefined> {
  const { version } = await readSchema(db, newest);
  if (version > newest)
    return `The database ${db.databaseName} has schema version ${version}, but this program knows version ${newest}: update the program`;
}

/** Returns the version that a program knows. @throws Error unless versions count from 1 */
export function newestVersion(migrations: readonly Migration[]): number {
  const wrong = migrations.find(
    ({ version, readableFrom }, index) => version !== index + 1 || readableFrom > version,
  );
  if (wrong)
    throw new Error(`the version of the migration "${wrong.name}" must follow that of the previous one`);
  return migrations.length;
}

function statesOf(db: mongo.Db): mongo.Collection<SchemaState> {
  return db.collection<SchemaState>('schema_version');
}

/** Creates the document about the schema of a database: a new database has the newest version, one from before versions existed has 0. */
async function begin(db: mongo.Db, migrations: readonly Migration[]): Promise<void> {
  const states = statesOf(db);
  if (await states.findOne(current)) return;
  const others = { name: { $not: /^system\.|^schema_version$/ } };
  const stored = await db.listCollections(others, { nameOnly: true }).toArray();
  const known = stored.length === 0 ? migrations : [];
  const first = {
    version: known.length,
    readableFrom: Math.max(0, ...known.map(({ readableFrom }) => readableFrom)),
  };
  await states.updateOne(current, { $setOnInsert: first }, { upsert: true });
}

async function readSchema(db: mongo.Db, newest: number): Promise<SchemaState> {
  const state: SchemaState = (await statesOf(db).findOne(current)) ?? {
    ...current,
    version: 0,
    readableFrom: 0,
  };
  const { version, readableFrom, running, restoring } = state;
  if (restoring)
    throw new ConfigError(
      `A backup is being restored into the database ${db.databaseName}: start the service after the restore, or complete an interrupted one with \`restore\`.`,
    );
  if (readableFrom <= newest) return state;
  throw new ConfigError(
    `The database ${db.databaseName} has schema version ${running?.version ?? version}, which requires a program that knows version ${readableFrom}, ` +
      `but this program knows version ${newest}: start a newer program, or restore a backup from before the migration.`,
  );
}

function describe({ name, version, done, total }: Progress): string {
  return `the database is being migrated to schema version ${version} (${name}): ${done} of ${total} documents`;
}

/** One migration, by the instance that holds the lock. */
class Run implements MigrationContext {
  readonly db: mongo.Db;
  readonly #migration: Migration;
  readonly #options: MigrateOptions;
  readonly #lease: Lease;
  #progress: Progress;

  private constructor(
    options: MigrateOptions,
    migration: Migration,
    held: { lease: Lease; progress: Progress },
  ) {
    this.db = options.db;
    this.#options = options;
    this.#migration = migration;
    this.#lease = held.lease;
    this.#progress = held.progress;
  }

  /** Begins or continues a migration; undefined while another instance holds the lock or was faster. */
  static async take(migration: Migration, options: MigrateOptions): Promise<Run | undefined> {
    const { version, name, readableFrom } = migration;
    const beginning: Progress = { version, name, done: 0, total: 0, cursors: {} };
    const resumed = { $cond: [{ $eq: ['$running.version', version] }, '$running', { $literal: beginning }] };
    const set = { running: resumed, readableFrom: { $max: ['$readableFrom', readableFrom] } };
    const filter = { ...current, version: version - 1 };
    const taken = await Lease.acquire<SchemaState>(lockOf(options), { filter, set });
    const progress = taken?.document.running;
    return progress && new Run(options, migration, { lease: taken.lease.keep(), progress });
  }

  async toEnd(): Promise<void> {
    const { version, name } = this.#migration;
    this.#report('migration started');
    try {
      await this.#migration.run(this);
      await this.#lease.release({ version, running: undefined, lock: undefined });
      this.#report('migration finished');
    } catch (error) {
      if (error instanceof LeaseLost)
        return this.#options.log.warn({ version }, 'migration handed over to another instance');
      await this.#lease.release({ lock: undefined }).catch(() => undefined);
      throw new Error(`The migration to schema version ${version} (${name}) failed`, { cause: error });
    } finally {
      this.#lease.drop();
    }
  }

  async eachBatch<Found extends mongo.Document>(
    { collection: name, filter = {}, projection, size = 1_000 }: BatchQuery,
    change: (documents: readonly Found[]) => Promise<unknown>,
  ): Promise<void> {
    const collection = this.db.collection(name);
    if (!(name in this.#progress.cursors))
      await this.#keep(name, null, { total: await collection.countDocuments(filter) });
    for (;;) {
      const after = this.#progress.cursors[name] ?? null;
      const others = after === null ? filter : { $and: [filter, { _id: { $ne: after as never } }] };
      const cursor = collection.find(others).project<Found>(projection ?? {});
      // Not with `$gt`, which finds only ids of the same type.
      if (after !== null) cursor.min({ _id: after });
      const documents = await cursor.hint({ _id: 1 }).sort({ _id: 1 }).limit(size).toArray();
      const last = documents.at(-1);
      if (!last) return;
      await change(documents);
      await this.#keep(name, last['_id'], { done: documents.length });
    }
  }

  async #keep(name: string, cursor: unknown, { done = 0, total = 0 }): Promise<void> {
    const before = this.#progress;
    const cursors = { ...before.cursors, [name]: cursor };
    this.#progress = { ...before, cursors, done: before.done + done, total: before.total + total };
    await this.#lease.write({ running: this.#progress });
    const parts = (each: Progress) => Math.floor(each.done / loggedEvery);
    this.#report(parts(before) < parts(this.#progress) ? 'migration in progress' : undefined);
  }

  #report(happening: string | undefined): void {
    const { log, notReady } = this.#options;
    const { cursors: _cursors, ...progress } = this.#progress;
    notReady(describe(this.#progress));
    if (happening !== undefined) log.info({ database: this.db.databaseName, ...progress }, happening);
  }
}

function lockOf({ db, leaseMs = 15_000 }: MigrateOptions): LeaseOptions {
  const collection = db.collection('schema_version');
  return { collection, holder: 'lock.holder', until: 'lock.until', leaseMs };
}
