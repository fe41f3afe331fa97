import { mongo, type Connection, type Model } from 'mongoose';
import type { LocationRow } from '@svc/contracts';
import { builtInRows } from '@svc/location-grid';
import { ScheduledTask, type Logger } from '@svc/service-kit';
import { isDuplicateKey } from '@svc/service-kit/store';
import {
  gridStateModel,
  locationModel,
  type GridState,
  type LocationDocument,
} from '../store/location-model.ts';
import { anotherVersion } from './location-grid.ts';
import { locationOfRow } from './location-of-row.ts';

/** Rows per transaction. */
const together = 2_000;
/** Milliseconds until another try, after a failure or when another instance was faster; and until the next check of a stored grid. */
const retryMs = 1_000;
const everyMs = 24 * 60 * 60 * 1_000;

/** Stores the built-in grid where an installation has no grid. Instances may do this at the same time; each part is stored once. */
export class BuiltInGrid {
  readonly #locations: Model<LocationDocument>;
  readonly #state: Model<GridState>;
  readonly #log: Logger;
  readonly #task: ScheduledTask;

  constructor({ database, log }: { database: Connection; log: Logger }) {
    this.#locations = locationModel(database);
    this.#state = gridStateModel(database);
    this.#log = log;
    const failure = 'the built-in location grid cannot be stored yet';
    this.#task = new ScheduledTask({ run: () => this.#storeAll(), everyMs, retryMs, failure, log });
  }

  /** Stores the missing parts in the background, from where an interrupted run stopped. */
  start(): void {
    this.#task.start();
  }

  async stop(): Promise<void> {
    await this.#task.stop();
  }

  async #storeAll(): Promise<Date | void> {
    let rows: readonly LocationRow[] = [];
    const all = () => (rows = rows.length === 0 ? builtInRows() : rows);
    try {
      while (!this.#task.isStopped && (await this.#storeNext(all)));
    } catch (error) {
      const isOthers = error instanceof mongo.MongoError && error.hasErrorLabel('TransientTransactionError');
      if (!isOthers) throw error;
      return new Date(Date.now() + retryMs);
    }
  }

  /** Stores the next part; returns whether there may be more to do. */
  async #storeNext(all: () => readonly LocationRow[]): Promise<boolean> {
    const state = (await this.#state.findById('grid').lean()) ?? undefined;
    if (state?.builtIn === undefined) return this.#begin();
    if (state.builtIn !== 'coming') return false;
    const stored = state.stored ?? 0;
    const rows = all();
    const part = rows.slice(stored, stored + together);
    const isLast = stored + part.length === rows.length;
    const next = isLast ? { builtIn: 'there' as const, version: anotherVersion() } : {};
    const update = { stored: stored + part.length, ...next };
    const isStored = await this.#locations.db.getClient().withSession(async (session) => {
      session.startTransaction({ writeConcern: { w: 'majority' } });
      const filter = { _id: 'grid', builtIn: 'coming', stored } as const;
      const { matchedCount } = await this.#state.updateOne(filter, { $set: update }, { session });
      if (matchedCount === 1) await this.#insert(part, session);
      await session.commitTransaction();
      return matchedCount === 1;
    });
    if (isLast && isStored) this.#log.info({ rows: rows.length }, 'the built-in location grid is stored');
    return true;
  }

  /** A row that was imported meanwhile stays as it is. */
  async #insert(part: readonly LocationRow[], session: mongo.ClientSession): Promise<void> {
    const there = await this.#locations
      .find({ _id: { $in: part.map((row) => row.grid_id) } }, { _id: 1 }, { session })
      .lean();
    const known = new Set(there.map(({ _id }) => _id));
    const missing = part.filter((row) => !known.has(row.grid_id)).map(locationOfRow);
    // The driver's own method: mongoose would first make a document object of each row.
    if (missing.length > 0) await this.#locations.collection.insertMany(missing as never[], { session });
  }

  /** Begins unless there are rows: these are the grid already. */
  async #begin(): Promise<boolean> {
    if (await this.#locations.exists({})) return false;
    try {
      await this.#state.updateOne(
        { _id: 'grid', builtIn: { $exists: false } },
        { $set: { builtIn: 'coming', stored: 0 }, $setOnInsert: { version: anotherVersion() } },
        { upsert: true },
      );
    } catch (error) {
      // Another instance has begun, or an import has.
      if (!isDuplicateKey(error)) throw error;
    }
    return true;
  }
}
