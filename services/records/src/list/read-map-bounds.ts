import type { MapBounds } from '@svc/contracts';
import { refuseFilter } from './refuse-filter.ts';

/**
 * Understands `map_bounds`: `{ne: {lat, lng}, sw: {lat, lng}}`, numbers or their texts. Absent and empty are none. Maps that can be turned
 * around tell longitudes beyond 180 degrees.
 */
export function readMapBounds(input: unknown): MapBounds | undefined {
  if (input === undefined || input === null || input === '') return undefined;
  const { ne, sw } = asObject(input);
  const [northEast, southWest] = [readCorner(ne), readCorner(sw)];
  if (!northEast || !southWest)
    throw refuseFilter('map_bounds must be {ne: {lat, lng}, sw: {lat, lng}} in degrees', 'map_bounds');
  return { north: northEast.lat, south: southWest.lat, ...longitudes(southWest.lng, northEast.lng) };
}

function readCorner(input: unknown): { lat: number; lng: number } | undefined {
  const { lat, lng } = asObject(input);
  const [latitude, longitude] = [toDegrees(lat), toDegrees(lng)];
  if (latitude === undefined || longitude === undefined || Math.abs(latitude) > 90) return undefined;
  return { lat: latitude, lng: longitude };
}

function asObject(input: unknown): Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
}

function toDegrees(input: unknown): number | undefined {
  const value = typeof input === 'string' && input.trim() !== '' ? Number(input) : input;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A box that is at least as wide as the world is all of it. */
function longitudes(west: number, east: number): Pick<MapBounds, 'west' | 'east'> {
  return east - west >= 360 ? { west: -180, east: 180 } : { west: onTheMap(west), east: onTheMap(east) };
}

/** The same meridian from -180 to 180. */
function onTheMap(lng: number): number {
  return Math.abs(lng) <= 180 ? lng : ((((lng + 180) % 360) + 360) % 360) - 180;
}
