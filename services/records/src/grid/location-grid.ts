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
import { readWithDeadline } from '../store/read-with-deadline.ts';
import type { GridRow } from './grid-row.ts';
import { LoadedGrid } from './loaded-grid.ts';

type Stored = Pick<
  LocationDocument,
  | '_id'
  | 'altName'
  | 'level'
  | 'levelName'
  | 'countryCode'
  | 'parentId'
  | 'lineage'
  | 'longitude'
  | 'latitude'
  | 'bounds'
  | 'population'
>;

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
  population: 1,
} as const;

/** Milliseconds between two looks at whether another instance has changed the grid. */
export const lookEvery = 1_000;
/** Loading fifty thousand rows takes about a second on a busy machine. In milliseconds. */
const loadTimeoutMs = 30_000;
/** Rows that come from the database at once; other requests have their turn between two. */
const rowsTogether = 2_000;

/** The version of a grid that has changed: when that was, and what tells it from all others. */
export function anotherVersion(): string {
  return `${new Date().toISOString()} ${randomUUID()}`;
}

/** A grid of some version, in memory or on its way there. */
interface Read {
  readonly version: string;
  readonly grid: Promise<LoadedGrid>;
  /** The same, with what is kept of it. */
  readonly whole: Promise<LoadedGrid>;
}

/** The location grid of this instance: read from the database before anybody asks, and again when it has changed there. */
export class LocationGrid {
  readonly #locations: Model<LocationDocument>;
  readonly #state: Model<GridState>;
  readonly #derive: (grid: LoadedGrid) => Promise<unknown>;
  #read: Read | undefined;
  #latest: { lookedAt: number; readonly read: Promise<Read> } | undefined;
  /** The last one that was read; none when this instance has changed the grid since. */
  #atHand: LoadedGrid | undefined;

  /** @param derive Makes what is kept of each grid to show places of, before anybody asks for it. */
  constructor(database: Connection, derive: (grid: LoadedGrid) => Promise<unknown> = async () => undefined) {
    this.#locations = locationModel(database);
    this.#state = gridStateModel(database);
    this.#derive = derive;
  }

  /** Reads the grid before it is asked for. @throws ServiceError `service_unavailable` when the database does not answer. */
  async fill(): Promise<void> {
    await this.atHand(Deadline.after(loadTimeoutMs));
  }

  /**
   * The grid as it was in the database a second ago at most, or now when this instance changed it: what a write names must be in it.
   * @throws ServiceError `service_unavailable` when it cannot be read in time.
   */
  async loaded(deadline: Call['deadline']): Promise<LoadedGrid> {
    const current = this.#look().then(({ grid }) => grid);
    return within(deadline.remaining, current, tooLate);
  }

  /**
   * The grid to show places of: as `loaded`, but while one that somebody else has changed is being read, the one before it. Nobody waits
   * for all of its rows to see some.
   */
  async atHand(deadline: Call['deadline']): Promise<LoadedGrid> {
    const current = this.#look().then(({ whole }) => this.#atHand ?? whole);
    return within(deadline.remaining, current, tooLate);
  }

  /** Tells all instances that the grid in the database has changed; this one has followed with its next question. */
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
   * Writes rows of the grid and tells all instances of it, in one transaction: nothing of it is there without the other. `write` is called
   * again when somebody else has written at the same time.
   */
  async write<Result>(
    deadline: Call['deadline'],
    write: (options: { session: mongo.ClientSession; maxTimeMS: number }) => Promise<Result>,
  ): Promise<Result> {
    const update = { $set: { version: anotherVersion() } };
    const work = this.#locations.db.getClient().withSession((session) =>
      session.withTransaction(async () => {
        deadline.check();
        const options = { session, maxTimeMS: Math.max(1, deadline.remaining) };
        const written = await write(options);
        await this.#state.updateOne({ _id: 'grid' }, update, { ...options, upsert: true });
        return written;
      }),
    );
    const result = await readWithDeadline(deadline, () => within(deadline.remaining, work, tooLate));
    this.follow();
    return result;
  }

  /** Has the next question look at what the database has now. */
  lookAgain(): void {
    this.#latest = undefined;
  }

  /** The same after a change by this instance: nobody is shown any more what was before it. */
  follow(): void {
    this.#read = undefined;
    this.#atHand = undefined;
    this.lookAgain();
  }

  #look(): Promise<Read> {
    const startedAt = performance.now();
    if (this.#latest && startedAt - this.#latest.lookedAt < lookEvery) return this.#latest.read;
    // While it is being read, nobody looks again.
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
    const state = await readWithDeadline(deadline, (maxTimeMS) =>
      this.#state.findById('grid').maxTimeMS(maxTimeMS).lean(),
    );
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
    const rows = await readWithDeadline(deadline, (maxTimeMS) => this.#rows(maxTimeMS, builtIn));
    return new LoadedGrid(rows, changedAt(version));
  }

  async #rows(maxTimeMS: number, builtIn: GridState['builtIn']): Promise<GridRow[]> {
    const all = this.#locations.find({}, shown).sort({ _id: 1 }).maxTimeMS(maxTimeMS);
    const stored = await all.batchSize(rowsTogether).lean<Stored[]>();
    return stored.map((row) => rowOf(row, builtIn));
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
    'The location grid could not be read in time; try again shortly.',
  );
}

/** The world is in every grid. */
const worldId = 1;

/** Whether a row is offered: one grid at a time, the built-in one until another has taken its place. */
function isOffered(gridId: number, builtIn: GridState['builtIn']): boolean {
  if (gridId === worldId) return true;
  if (builtIn === 'giving way') return isBuiltInId(gridId);
  return builtIn !== 'replaced' || !isBuiltInId(gridId);
}
