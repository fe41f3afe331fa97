import type { GridRow } from './grid-row.ts';
import type { Point } from '../model/places.ts';

/**
 * The row in which a point lies, judged by boxes and centres: the smallest row whose box contains the point, so that no
 * part of it does as well; of several, the one with the nearest centre. The world for a point outside all countries.
 */
export function smallestPlace(point: Point, rows: readonly GridRow[]): GridRow | undefined {
  const containing = rows.filter((row) => contains(row, point));
  const larger = new Set(containing.flatMap(({ gridId, lineage }) => lineage.filter((id) => id !== gridId)));
  const smallest = containing.filter(({ gridId, level }) => level >= 0 && !larger.has(gridId));
  const [first, ...others] = smallest.length > 0 ? smallest : containing;
  return others.reduce(
    (nearest, row) => (nearest && distance(row, point) >= distance(nearest, point) ? nearest : row),
    first,
  );
}

function contains({ bounds }: GridRow, { lng, lat }: Point): boolean {
  if (!bounds || lat < bounds.south || lat > bounds.north) return false;
  return around(lng - bounds.west) <= around(bounds.east - bounds.west);
}

/** Degrees to the east, also across the antimeridian: from 0 up to 360. */
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
