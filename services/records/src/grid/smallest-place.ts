import type { Bounds } from '../store/location-model.ts';
import type { GridRow } from './grid-row.ts';
import type { Point } from '../model/places.ts';

/** The part of a row that shows whether a point lies in it. */
export type Box = Pick<GridRow, 'gridId' | 'level' | 'lineage' | 'lng' | 'lat' | 'bounds'>;

/**
 * The row in which a point lies, judged by boxes and centres: the smallest row whose box contains the point, so that no
 * part of it does as well; of several, the one with the nearest centre. The world for a point outside all countries.
 */
export function smallestPlace<Row extends Box>(point: Point, rows: readonly Row[]): Row | undefined {
  const containing = rows.filter((row) => contains(row, point));
  const larger = new Set(containing.flatMap(({ gridId, lineage }) => lineage.filter((id) => id !== gridId)));
  const smallest = containing.filter(({ gridId, level }) => level >= 0 && !larger.has(gridId));
  const [first, ...others] = smallest.length > 0 ? smallest : containing;
  return others.reduce(
    (nearest, row) => (nearest && distance(row, point) >= distance(nearest, point) ? nearest : row),
    first,
  );
}

function contains({ bounds }: Box, { lng, lat }: Point): boolean {
  if (!bounds || lat < bounds.south || lat > bounds.north) return false;
  return around(lng - bounds.west) <= widthOf(bounds);
}

/** The width of a box in degrees, also of one that crosses the antimeridian. */
function widthOf({ east, west }: Pick<Bounds, 'east' | 'west'>): number {
  return east >= west ? east - west : east - west + 360;
}

/** The same direction as a number of degrees from 0 up to 360. */
function around(degrees: number): number {
  return degrees < 0 ? degrees + 360 : degrees;
}

/** Grows with the distance between a row's centre and a point on the globe (the haversine of the angle). */
function distance(centre: Point, { lng, lat }: Point): number {
  const across = haversine(lng - centre.lng) * Math.cos(radians(lat)) * Math.cos(radians(centre.lat));
  return haversine(lat - centre.lat) + across;
}

function haversine(degrees: number): number {
  return Math.sin(radians(degrees) / 2) ** 2;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
