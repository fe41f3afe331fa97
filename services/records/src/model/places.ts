import type { Call } from '@svc/service-kit';

/** A point on the map, in degrees. */
export interface Point {
  readonly lng: number;
  readonly lat: number;
}

/** A row of the location grid, as far as fields show it. */
export interface Place {
  readonly gridId: number;
  readonly name: string;
  /** `admin0`, `admin1`, … */
  readonly levelName: string;
  /** Its centre. */
  readonly lng: number;
  readonly lat: number;
  /** Name and what it lies in: `Paris, Île-de-France, France`. */
  readonly fullName: string;
  /** Whether it is kept only for those that name it: nobody else may. */
  readonly isRetired: boolean;
}

/** The places that read shapes and notes show. */
export interface PlaceNames {
  /** Undefined for an id that is no row of the grid. */
  get(gridId: number): Pick<Place, 'gridId' | 'name'> | undefined;
}

/** The places that a write names. */
export interface NamedPlaces {
  /** Undefined for an id that is no row of the grid. */
  get(gridId: number): Place | undefined;
  /** The smallest row of the grid in which a point lies; undefined where the grid knows nothing. */
  at(point: Point): Place | undefined;
}

/** Looks up places, many at once. */
export interface FindsPlaces {
  names(deadline: Call['deadline'], gridIds: readonly number[]): Promise<PlaceNames>;
  named(
    deadline: Call['deadline'],
    wanted: { gridIds: readonly number[]; points: readonly Point[] },
  ): Promise<NamedPlaces>;
}
