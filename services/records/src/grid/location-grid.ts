import { randomUUID } from 'node:crypto';
import type { Connection, Model, mongo } from 'mongoose';
import { ServiceError } from '@svc/contracts';
import { type Call, Deadline, within } from '@svc/service-kit';
import { isBuiltInId } from '@svc/location-grid';
import {
  type GridState,
  gridStateModel,
  type LocationDocument,
  locationModel,
} from '../store/location-model.ts';
import { readLean, readWithDeadline } from '../store/read-with-deadline.ts';
import { worldId, type GridRow } from './grid-row.ts';
import { LoadedGrid } from './loaded-grid.ts';

const shown = {
  altName: 1,
  level: 1,
  levelName: 1,
  countryCode: 1,
  parentId: 1,
  lineage: 1,
  longitude: 1,
  latitude: 1,
  bounds: 1,
} as const;

type Stored = Pick<LocationDocument, '_id' | keyof typeof shown>;

/** Milliseconds between checks whether another instance has changed the grid. */
export const lookEvery = 1_000;
/** Loading fifty thousand rows takes about a second on a busy machine. In milliseconds. */
const loadTimeoutMs = 30_000;
/** Rows per batch from the database; other requests run between two batches. */
const rowsTogether = 2_000;

/** A new version for a changed grid: the time of the change and a UUID. */
export function anotherVersion(): string {
  return `${new Date().toISOString()} ${randomUUID()}`;
}

/** A grid of some version, in memory or on its way there. */
interface Read {
  readonly version: string;
  readonly grid: Promise<LoadedGrid>;
  /** The same grid, after the data derived from it is ready. */
  readonly whole: Promise<LoadedGrid>;
}

/** The location grid in the memory of this instance, read from the database at the start and after every change. */
export class LocationGrid {
  readonly #locations: Model<LocationDocument>;
  readonly #state: Model<GridState>;
  readonly #derive: (grid: LoadedGrid) => Promise<unknown>;
  #read: Read | undefined;
  #latest: { lookedAt: number; readonly read: Promise<Read> } | undefined;
  /** The last grid that was read; undefined when this instance has changed the grid since. */
  #atHand: LoadedGrid | undefined;

  /** @param derive Derives data from each grid, such as the places to search, before a request needs it. */
  constructor(database: Connection, derive: (grid: LoadedGrid) => Promise<unknown> = async () => undefined) {
    this.#locations = locationModel(database);
    this.#state = gridStateModel(database);
    this.#derive = derive;
  }

  /** Reads the grid before the first request. @throws ServiceError `service_unavailable` when the database does not answer. */
  async fill(): Promise<void> {
    await this.atHand(Deadline.after(loadTimeoutMs));
  }

  /**
   * The grid as it was in the database at most a second ago, or as it is now when this instance has changed it. For checking writes.
   * @throws ServiceError `service_unavailable` when it cannot be read in time.
   */
  async loaded(deadline: Call['deadline']): Promise<LoadedGrid> {
    const current = this.#look().then(({ grid }) => grid);
    return within(deadline.remaining, current, tooLate);
  }

  /**
   * The grid for showing places: like `loaded`, but while a grid that another instance has changed is being read, the one before it, so
   * that no request waits for all of its rows.
   */
  async atHand(deadline: Call['deadline']): Promise<LoadedGrid> {
    const current = this.#look().then(({ whole }) => this.#atHand ?? whole);
    return within(deadline.remaining, current, tooLate);
  }

  /** Announces a change of the stored grid to all instances; this one reads it with the next request. */
  async changed(deadline: Call['deadline']): Promise<void> {
    await readWithDeadline(deadline, (maxTimeMS) =>
      this.#state.updateOne(
        { _id: 'grid' },
        { $set: { version: anotherVersion() } },
        { upsert: true, maxTimeMS },
      ),
    );
    this.follow();
  }

  /**
   * Writes rows of the grid and announces the change to all instances, in one transaction. `write` is called again after a conflict with
   * another write.
   */
  async write<Result>(
    deadline: Call['deadline'],
    write: (options: { session: mongo.ClientSession; maxTimeMS: number }) => Promise<Result>,
  ): Promise<Result> {
    const update = { $set: { version: anotherVersion() } };
    const work = this.#locations.db.getClient().withSession((session) =>
      session.withTransaction(async () => {
        deadline.check();
        const options = { session, maxTimeMS: deadline.maxTimeMS };
        const written = await write(options);
        await this.#state.updateOne({ _id: 'grid' }, update, { ...options, upsert: true });
        return written;
      }),
    );
    const result = await readWithDeadline(deadline, () => within(deadline.remaining, work, tooLate));
    this.follow();
    return result;
  }

  /** Makes the next request check the version in the database. */
  lookAgain(): void {
    this.#latest = undefined;
  }

  /** Does the same after a change by this instance, and stops showing the former grid. */
  follow(): void {
    this.#read = undefined;
    this.#atHand = undefined;
    this.lookAgain();
  }

  #look(): Promise<Read> {
    const startedAt = performance.now();
    if (this.#latest && startedAt - this.#latest.lookedAt < lookEvery) return this.#latest.read;
    // No further check while the grid is being read.
    const latest = { lookedAt: Infinity, read: this.#current() };
    this.#latest = latest;
    latest.read
      .then(({ whole }) => whole)
      .then(
        () => {
          latest.lookedAt = startedAt;
        },
        () => {
          if (this.#latest === latest) this.#latest = undefined;
        },
      );
    return latest.read;
  }

  async #current(): Promise<Read> {
    const deadline = Deadline.after(loadTimeoutMs);
    const state = await readLean({ deadline }, this.#state.findById('grid'));
    const version = state?.version ?? '';
    if (this.#read?.version === version) return this.#read;
    const grid = this.#load(deadline, version, state?.builtIn);
    const whole = grid.then(async (loaded) => {
      await this.#derive(loaded);
      return loaded;
    });
    const read = { version, grid, whole };
    this.#read = read;
    whole.then(
      (loaded) => {
        if (this.#read === read) this.#atHand = loaded;
      },
      () => {
        if (this.#read === read) this.#read = undefined;
      },
    );
    return read;
  }

  async #load(
    deadline: Call['deadline'],
    version: string,
    builtIn: GridState['builtIn'],
  ): Promise<LoadedGrid> {
    const all = this.#locations.find({}, shown).sort({ _id: 1 }).batchSize(rowsTogether);
    const stored = await readLean<Stored[]>({ deadline }, all);
    return new LoadedGrid(
      stored.map((row) => rowOf(row, builtIn)),
      changedAt(version),
    );
  }
}

function changedAt(version: string): Date | undefined {
  const moment = new Date(version.split(' ')[0] ?? '');
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

function rowOf(
  { _id, altName, longitude, latitude, ...row }: Stored,
  builtIn: GridState['builtIn'],
): GridRow {
  const isRetired = !isOffered(_id, builtIn);
  return { ...row, gridId: _id, name: altName, lng: longitude, lat: latitude, isRetired };
}

function tooLate(): ServiceError {
  return new ServiceError(
    'service_unavailable',
    'The location grid was not read in time; try again shortly.',
  );
}

/** Whether a row is offered. The world always is; otherwise one grid is offered at a time: the built-in one until another has replaced it. */
function isOffered(gridId: number, builtIn: GridState['builtIn']): boolean {
  if (gridId === worldId) return true;
  if (builtIn === 'giving way') return isBuiltInId(gridId);
  return builtIn !== 'replaced' || !isBuiltInId(gridId);
}
