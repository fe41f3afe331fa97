import type { Connection } from 'mongoose';
import { storedModel } from '@svc/service-kit/store';

/** A box on the map, in degrees. If it crosses the antimeridian, `west` is greater than `east`. */
export interface Bounds {
  readonly north: number;
  readonly south: number;
  readonly east: number;
  readonly west: number;
}

/** A row of the location grid: the world, a country, or a part of one, with the columns of the public grid. */
export interface LocationDocument {
  /** The grid id. */
  readonly _id: number;
  readonly name: string;
  /** -3 for the world, 0 for a country, 1 to 5 for its parts. */
  readonly level: number;
  /** `world`, `admin0` to `admin5`. */
  readonly levelName: string;
  readonly countryCode: string;
  readonly admin0Code: string;
  readonly parentId: number | null;
  /** Ids of the rows that contain it and its own, from the country down; empty for the world. */
  readonly lineage: readonly number[];
  readonly longitude: number;
  readonly latitude: number;
  /** Null if unknown: then no point is found in it. */
  readonly bounds: Bounds | null;
  readonly population: number;
  readonly modificationDate: string;
  /** The displayed name. */
  readonly altName: string;
  readonly altPopulation: number;
  readonly isCustomLocation: boolean;
  readonly altNameChanged: boolean;
}

/** The state of the grid as a whole, shared by all instances. */
export interface GridState {
  readonly _id: 'grid';
  /** Replaced with each change of the grid. */
  readonly version: string;
  /**
   * The state of the built-in grid: `coming` while it is being stored, `there` when it is complete, `giving way` while another grid is
   * imported in its place, `replaced` after that. Absent if there was another grid from the beginning.
   */
  readonly builtIn?: 'coming' | 'there' | 'giving way' | 'replaced';
  /** Number of stored rows of the built-in grid. */
  readonly stored?: number;
}

export const locationModel = (connection: Connection) =>
  storedModel<LocationDocument>(
    connection,
    'locations',
    // The parts of a place.
    [{ parentId: 1 }],
    // All rows within a place, at any depth.
    [{ lineage: 1 }],
  );

export const gridStateModel = (connection: Connection) =>
  storedModel<GridState>(connection, 'location_grid_state');
