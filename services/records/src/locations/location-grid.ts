import { randomUUID } from 'node:crypto';
import type { Connection, Model, mongo } from 'mongoose';
import { ServiceError } from '@svc/contracts';
import { Deadline, within, type Call } from '@svc/service-kit';
import {
  gridStateModel,
  locationModel,
  type GridState,
  type LocationDocument,
} from '../store/location-model.ts';
import { readInTime } from '../store/read-in-time.ts';
import type { GridRow } from './grid-row.ts';
import { isOffered } from './is-offered.ts';
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
  ...{ altName: 1, level: 1, levelName: 1, countryCode: 1, parentId: 1, lineage: 1 },
  ...{ longitude: 1, latitude: 1, bounds: 1, population: 1 },
} as const;

/** Milliseconds between two looks at whether another instance has changed the grid. */
export const lookEvery = 1_000;
/** Loading fifty thousand rows takes about a second on a busy machine. In milliseconds. */
const longestLoad = 30_000;
/** Rows that come from the database at once; other requests have their turn between two. */
const rowsTogether = 2_000;

/** The version of a grid that has changed: when that was, and what tells it from all others. */
export function anotherVersion(): string {
  return `${new Date().toISOString()} ${randomUUID()}`;
}

/** The location grid of this instance: read from the database when it is first needed, and again when it has changed there. */
export class LocationGrid {
  readonly #locations: Model<LocationDocument>;
  readonly #state: Model<GridState>;
  #loaded: { readonly version: string; readonly grid: Promise<LoadedGrid> } | undefined;
  #latest: { lookedAt: number; readonly grid: Promise<LoadedGrid> } | undefined;

  constructor(database: Connection) {
    this.#locations = locationModel(database);
    this.#state = gridStateModel(database);
  }

  /**
   * The grid as it was in the database a second ago at most, or now when this instance changed it.
   * @throws ServiceError `service_unavailable` when it can not be read in time.
   */
  async loaded(deadline: Call['deadline']): Promise<LoadedGrid> {
    const isKnown = this.#latest && performance.now() - this.#latest.lookedAt < lookEvery;
    return within(deadline.remaining, isKnown && this.#latest ? this.#latest.grid : this.#look(), tooLate);
  }

  /** Tells all instances that the grid in the database has changed; this one has followed with its next question. */
  async changed(deadline: Call['deadline']): Promise<void> {
    await readInTime(deadline, (maxTimeMS) =>
      this.#state.updateOne(
        { _id: 'grid' },
        { $set: { version: anotherVersion() } },
        { upsert: true, maxTimeMS },
      ),
    );
    this.lookAgain();
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
    const result = await readInTime(deadline, () => within(deadline.remaining, work, tooLate));
    this.lookAgain();
    return result;
  }

  /** Has the next question look at what the database has now. */
  lookAgain(): void {
    this.#latest = undefined;
  }

  #look(): Promise<LoadedGrid> {
    const startedAt = performance.now();
    // Whoever asks while it loads waits for the same.
    const latest = { lookedAt: Infinity, grid: this.#follow() };
    this.#latest = latest;
    latest.grid.then(
      () => {
        latest.lookedAt = startedAt;
      },
      () => {
        if (this.#latest === latest) this.#latest = undefined;
      },
    );
    return latest.grid;
  }

  async #follow(): Promise<LoadedGrid> {
    const patience = Deadline.after(longestLoad);
    const state = await readInTime(patience, (maxTimeMS) =>
      this.#state.findById('grid').maxTimeMS(maxTimeMS).lean(),
    );
    const version = state?.version ?? '';
    if (this.#loaded?.version === version) return this.#loaded.grid;
    const loaded = { version, grid: this.#load(patience, version, state?.builtIn) };
    this.#loaded = loaded;
    loaded.grid.catch(() => {
      if (this.#loaded === loaded) this.#loaded = undefined;
    });
    return loaded.grid;
  }

  async #load(
    patience: Call['deadline'],
    version: string,
    builtIn: GridState['builtIn'],
  ): Promise<LoadedGrid> {
    const rows = await readInTime(patience, (maxTimeMS) => this.#read(maxTimeMS, builtIn));
    return new LoadedGrid(rows, changedAt(version));
  }

  async #read(maxTimeMS: number, builtIn: GridState['builtIn']): Promise<GridRow[]> {
    const rows: GridRow[] = [];
    const cursor = this.#locations
      .find({}, shown)
      .sort({ _id: 1 })
      .maxTimeMS(maxTimeMS)
      .lean<Stored[]>()
      .cursor({ batchSize: rowsTogether });
    for await (const stored of cursor) rows.push(rowOf(stored, builtIn));
    return rows;
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
