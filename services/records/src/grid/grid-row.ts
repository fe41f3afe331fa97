import type { Bounds } from '../store/location-model.ts';

/** The row of the location grid that contains all others, in the public and in the built-in grid. */
export const worldId = 1;

/** The part of a location grid row that queries about places need. */
export interface GridRow {
  readonly gridId: number;
  /** The name shown to users. */
  readonly name: string;
  /** -3 for the world, 0 for a country, 1 to 5 for its parts. */
  readonly level: number;
  /** `world`, `admin0` to `admin5`. */
  readonly levelName: string;
  /** Two letters; empty where there is none. */
  readonly countryCode: string;
  readonly parentId: number | null;
  /** The ids of the rows that contain it, and its own, from the country down; empty for the world. */
  readonly lineage: readonly number[];
  /** Its centre, in degrees. */
  readonly lng: number;
  readonly lat: number;
  /** Null when unknown: then no point lies in the row. */
  readonly bounds: Bounds | null;
  /** Whether the row is kept only for records that name it: it is found by its id, but not offered. */
  readonly isRetired: boolean;
}
