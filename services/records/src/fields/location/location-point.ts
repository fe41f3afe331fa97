import { msg, asMessage, type Message } from '@svc/contracts';
import type { Point } from '../../model/places.ts';
import { problem, shown, type Field, type Parsed } from '../../model/field.ts';
import { locationCode } from './location-ids.ts';

/** Maps that wrap around send longitudes beyond the antimeridian; up to one turn is accepted. */
const farthest = { lng: 360, lat: 90 };

/**
 * The point of an entry, with a longitude from -180 to 180; undefined for an entry without coordinates. Coordinates are
 * numbers or their text. Refuses 0/0, which programs send when they have no coordinates.
 */
export function parsePoint(
  entry: Readonly<Record<string, unknown>>,
  field: Field,
): Parsed<Point | undefined> {
  const { lng: givenLng, lat: givenLat } = entry;
  if (isUnset(givenLng) && isUnset(givenLat)) return { change: undefined };
  const lng = coordinate(givenLng);
  const lat = coordinate(givenLat);
  if (lng === undefined || lat === undefined)
    return refused('must have lng and lat, both numbers', { lng: givenLng, lat: givenLat }, field);
  if (Math.abs(lng) > farthest.lng) return refused('lng must be from -180 to 180', lng, field);
  if (Math.abs(lat) > farthest.lat) return refused('lat must be from -90 to 90', lat, field);
  if (lng === 0 && lat === 0) return refused('lng 0 and lat 0 is not a location', { lng, lat }, field);
  return { change: { lng: aroundTheGlobe(lng), lat } };
}

function isUnset(input: unknown): boolean {
  return input === undefined || input === null || input === '';
}

function coordinate(input: unknown): number | undefined {
  const isText =
    typeof input === 'string' && /^\s*[+-]?(?:\d{1,3}(?:\.\d{0,30})?|\.\d{1,30})\s*$/.test(input);
  const value = isText ? Number(input) : input;
  // Without the sign of -0, which JSON does not keep.
  return typeof value === 'number' && Number.isFinite(value) ? value + 0 : undefined;
}

function aroundTheGlobe(lng: number): number {
  if (lng > 180) return lng - 360;
  return lng < -180 ? lng + 360 : lng;
}

function refused(rule: Message, received: unknown, field: Field) {
  return problem(
    msg`location_meta ${asMessage(rule)}: ${field.key}, received ${shown(received)}`,
    locationCode,
  );
}
