import { mongo, type Connection } from 'mongoose';
import type { LocationRow } from '@svc/contracts';
import { builtInRows } from '@svc/location-grid';
import { ScheduledTask, type Logger } from '@svc/service-kit';
import { isDuplicateKey } from '@svc/service-kit/store';
import { gridStateModel, locationModel } from '../store/location-model.ts';
import { anotherVersion } from './location-grid.ts';
import { locationOfRow } from './location-of-row.ts';

/** Rows per transaction. */
const together = 2_000;
/** Milliseconds until another try, after a failure or when another instance was faster; and until the next check of a stored grid. */
const retryMs = 1_000;
const everyMs = 24 * 60 * 60 * 1_000;

/**
 * The job that stores the built-in grid where an installation has no grid, from where an interrupted run stopped. Instances may do this at
 * the same time; each part is stored once.
 */
export function builtInGrid(database: Connection, log: Logger): ScheduledTask {
  const failure = 'failed to store the built-in location grid';
  const task = new ScheduledTask({ name: 'store the built-in grid', run, everyMs, retryMs, failure, log });
  return task;

  async function run(): Promise<Date | void> {
    let rows: readonly LocationRow[] = [];
    const all = () => (rows = rows.length === 0 ? builtInRows() : rows);
    try {
      while (!task.isStopped && (await storeNext(database, all, log)));
    } catch (error) {
      const isOthers = error instanceof mongo.MongoError && error.hasErrorLabel('TransientTransactionError');
      if (!isOthers) throw error;
      return new Date(Date.now() + retryMs);
    }
  }
}

/** Stores the next part; returns whether there may be more to do. */
async function storeNext(
  database: Connection,
  all: () => readonly LocationRow[],
  log: Logger,
): Promise<boolean> {
  const states = gridStateModel(database);
  const state = await states.findById('grid').lean();
  if (state?.builtIn === undefined) return begin(database);
  if (state.builtIn !== 'coming') return false;
  const stored = state.stored ?? 0;
  const rows = all();
  const part = rows.slice(stored, stored + together);
  const isLast = stored + part.length === rows.length;
  const next = isLast ? { builtIn: 'there' as const, version: anotherVersion() } : {};
  const update = { stored: stored + part.length, ...next };
  const isStored = await database.getClient().withSession(async (session) => {
    session.startTransaction({ writeConcern: { w: 'majority' } });
    const filter = { _id: 'grid', builtIn: 'coming', stored } as const;
    const { matchedCount } = await states.updateOne(filter, { $set: update }, { session });
    if (matchedCount === 1) await insert(database, part, session);
    await session.commitTransaction();
    return matchedCount === 1;
  });
  if (isLast && isStored) log.info({ rows: rows.length }, 'built-in location grid stored');
  return true;
}

/** A row that was imported meanwhile stays as it is. */
async function insert(
  database: Connection,
  part: readonly LocationRow[],
  session: mongo.ClientSession,
): Promise<void> {
  const locations = locationModel(database);
  const ids = part.map((row) => row.grid_id);
  const known = new Set(await locations.distinct('_id', { _id: { $in: ids } }).session(session));
  const missing = part.filter((row) => !known.has(row.grid_id)).map(locationOfRow);
  // The driver's own method: mongoose would first make a document object of each row.
  if (missing.length > 0) await locations.collection.insertMany(missing as never[], { session });
}

/** Begins unless there are rows: these are the grid already. */
async function begin(database: Connection): Promise<boolean> {
  if (await locationModel(database).exists({})) return false;
  try {
    await gridStateModel(database).updateOne(
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
