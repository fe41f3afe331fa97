import type { Bounds } from '../store/location-model.ts';

/** A row of the location grid, as far as questions about places need it. */
export interface GridRow {
  readonly gridId: number;
  /** The name that is shown. */
  readonly name: string;
  /** -3 for the world, 0 for a country, 1 to 5 for its parts. */
  readonly level: number;
  /** `world`, `admin0` to `admin5`. */
  readonly levelName: string;
  /** Two letters; empty where there is none. */
  readonly countryCode: string;
  readonly parentId: number | null;
  /** What it lies in and itself, from the country down; empty for the world. */
  readonly lineage: readonly number[];
  /** Its centre, in degrees. */
  readonly lng: number;
  readonly lat: number;
  /** Null where they are not known: no point is found to lie in it then. */
  readonly bounds: Bounds | null;
  readonly population: number;
  /** Whether it is kept only for those that name it: it is found by its id and not offered otherwise. */
  readonly isRetired: boolean;
}
