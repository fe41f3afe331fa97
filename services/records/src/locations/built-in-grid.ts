import { setTimeout as delay } from 'node:timers/promises';
import { mongo, type Connection, type Model } from 'mongoose';
import type { LocationRow } from '@svc/contracts';
import { builtInRows } from '@svc/location-grid';
import type { Logger } from '@svc/service-kit';
import {
  gridStateModel,
  locationModel,
  type GridState,
  type LocationDocument,
} from '../store/location-model.ts';
import { anotherVersion } from './location-grid.ts';
import { locationOfRow } from './location-of-row.ts';

const duplicateKey = 11_000;
/** Rows that one transaction stores. */
const together = 2_000;
/** Milliseconds before another try, after a failure or when another instance was faster. */
const pause = 1_000;

/** Stores the built-in grid where an installation has none. Every instance may begin; each part is stored by one of them, once. */
export class BuiltInGrid {
  readonly #locations: Model<LocationDocument>;
  readonly #state: Model<GridState>;
  readonly #log: Logger;
  readonly #stopping = new AbortController();
  #storing: Promise<void> = Promise.resolve();

  constructor({ database, log }: { database: Connection; log: Logger }) {
    this.#locations = locationModel(database);
    this.#state = gridStateModel(database);
    this.#log = log;
  }

  /** Stores what is missing, in the background; one that was interrupted is taken up where it stopped. */
  start(): void {
    this.#storing = this.#storeAll();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#storing;
  }

  async #storeAll(): Promise<void> {
    let rows: readonly LocationRow[] = [];
    const all = () => (rows = rows.length === 0 ? builtInRows() : rows);
    while (!this.#stopping.signal.aborted) {
      try {
        if (await this.#storeNext(all)) continue;
        return;
      } catch (error) {
        const isOthers =
          error instanceof mongo.MongoError && error.hasErrorLabel('TransientTransactionError');
        if (!isOthers) this.#log.warn({ err: error }, 'the built-in location grid can not be stored yet');
        await delay(pause, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
    }
  }

  /** Stores the next part; whether there may be more to do. */
  async #storeNext(all: () => readonly LocationRow[]): Promise<boolean> {
    const state = (await this.#state.findById('grid').lean()) ?? undefined;
    if (state?.builtIn === undefined) return this.#begin();
    if (state.builtIn !== 'coming') return false;
    const stored = state.stored ?? 0;
    const rows = all();
    const part = rows.slice(stored, stored + together);
    const isLast = stored + part.length === rows.length;
    const next = isLast ? { builtIn: 'there' as const, version: anotherVersion() } : {};
    await this.#locations.db.transaction(async (session) => {
      const update = { $set: { stored: stored + part.length, ...next } };
      const { matchedCount } = await this.#state.updateOne(
        { _id: 'grid', builtIn: 'coming', stored },
        update,
        { session },
      );
      if (matchedCount === 1)
        await this.#locations.bulkWrite(part.map(insertion), { session, ordered: false });
    });
    if (isLast) this.#log.info({ rows: rows.length }, 'the built-in location grid is stored');
    return true;
  }

  /** Where there are rows already, they are the grid. */
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
      if (!(error instanceof mongo.MongoServerError && error.code === duplicateKey)) throw error;
    }
    return true;
  }
}

/** A row that was imported meanwhile stays as it is. */
function insertion(row: LocationRow) {
  const { _id, ...$setOnInsert } = locationOfRow(row);
  return { updateOne: { filter: { _id }, update: { $setOnInsert }, upsert: true } };
}
