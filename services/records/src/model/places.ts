/** A point on the map, in degrees. */
export interface Point {
  readonly lng: number;
  readonly lat: number;
}

/** The parts of a location grid row that fields show. */
export interface Place {
  readonly gridId: number;
  readonly name: string;
  /** `admin0`, `admin1`, … */
  readonly levelName: string;
  /** Its centre. */
  readonly lng: number;
  readonly lat: number;
  /** The name with those of the rows that contain it: `Paris, Île-de-France, France`. */
  readonly fullName: string;
  /** Whether the row is kept only where it is already in use; new values cannot name it. */
  readonly isRetired: boolean;
}

/** The rows of the grid that read shapes and notes show. */
export type PlaceNames = Pick<ReadonlyMap<number, Pick<Place, 'gridId' | 'name'>>, 'get'>;

/** The places that a write names. */
export interface NamedPlaces {
  /** Undefined for an id that is no row of the grid. */
  get(gridId: number): Place | undefined;
  /** The smallest row of the grid that contains a point; undefined if there is none. */
  at(point: Point): Place | undefined;
}

/** The ids of a row of the location grid and of all rows that contain it; none for an unknown row. */
export type Lineage = (gridId: number) => readonly number[];
