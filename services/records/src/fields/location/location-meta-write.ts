import { msg, asMessage, type Message } from '@svc/contracts';
import type { Point } from '../../model/places.ts';
import { entryId, idOf, newEntryId } from '../shared/entry-id.ts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import { problem, shown, type Parsed } from '../../model/field-type/problem.ts';
import type { ResolvedReferences } from '../../model/field-type/write.ts';
import type { EntryChange } from './location-entries.ts';
import { locationCode, noSuchPlace } from './location.ts';
import { isObject } from '../../model/is-object.ts';
import { isBlank, maxLineLength, textOf, textProblem } from '../shared/plain-text.ts';
import { type EntriesChange, isOn, parseEntries, withEach } from '../shared/values-write.ts';

/** A write to places with points; `force` removes all others, and all other values of the location field. */
export type LocationMetaChange = EntriesChange<EntryChange | WrittenPlace>;

/** A place as it was written: its row of the grid, or its point, or both, until the grid completes it. */
export interface WrittenPlace {
  readonly written: true;
  readonly id: string;
  readonly gridId: number | undefined;
  readonly point: Point | undefined;
  readonly label: string | undefined;
  readonly level: string | undefined;
  readonly source: string;
}

/** The keys of an entry. The last ones belong to the read shape: clients that send an entry back include them. */
const keys = new Set([
  'grid_id',
  'lng',
  'lat',
  'label',
  'level',
  'source',
  'grid_meta_id',
  'delete',
  'id',
  'value',
  'post_id',
  'post_type',
  'postmeta_id_location_grid',
]);

/** Parses `{values: [entry], force_values?}` (docs/guides/locations.md#fields). */
export function parseLocationMetaWrite(input: unknown, field: DeclaredField): Parsed<LocationMetaChange> {
  return parseEntries(input, field, { code: locationCode, parseEntry });
}

/** Completes the written places of a change from their rows of the grid. */
export function resolvePlaces(
  change: LocationMetaChange,
  found: ResolvedReferences,
  field: DeclaredField,
): Parsed<EntriesChange<EntryChange>> {
  return withEach(change, (entry) =>
    'written' in entry ? resolvePlace(entry, found, field) : { change: entry },
  );
}

function resolvePlace(
  written: WrittenPlace,
  { places }: ResolvedReferences,
  field: DeclaredField,
): Parsed<EntryChange> {
  const { id, gridId, point, label, level, source } = written;
  const place = gridId === undefined ? point && places.at(point) : places.get(gridId);
  if (!place)
    return gridId === undefined
      ? problem(msg`location grid has no place at: ${field.key}, received ${shown(point)}`, locationCode)
      : noSuchPlace(gridId, field);
  const { lng, lat } = point ?? place;
  const entry = {
    grid_meta_id: id,
    grid_id: place.gridId,
    lng,
    lat,
    source,
    level: level ?? place.levelName,
    label: label ?? (point ? place.fullName : place.name),
  };
  return { change: { delete: false, entry, isRetired: place.isRetired } };
}

function parseEntry(input: unknown, field: DeclaredField): Parsed<EntryChange | WrittenPlace> {
  if (!isObject(input)) return wrong(field, input);
  const removes = isOn(input['delete']);
  // In an entry to add, `id` may come from the search of a map.
  const givenId = input['grid_meta_id'] ?? (removes ? input['id'] : '') ?? '';
  const id = entryId(givenId);
  if (givenId !== '' && id === undefined) return refused('grid_meta_id must be an id', givenId, field);
  if (!removes) return parsePlace(input, id ?? newEntryId(), field);
  return id === undefined
    ? problem(msg`missing grid_meta_id on: ${field.key}`, locationCode)
    : { change: { delete: true, id } };
}

function parsePlace(
  entry: Readonly<Record<string, unknown>>,
  id: string,
  field: DeclaredField,
): Parsed<WrittenPlace> {
  const unknown = Object.keys(entry).find((key) => !keys.has(key));
  if (unknown !== undefined) return refused('must not have an unknown key', unknown, field);
  const givenGridId = entry['grid_id'] ?? entry['value'] ?? '';
  const gridId = givenGridId === '' ? undefined : idOf(givenGridId);
  if (givenGridId !== '' && gridId === undefined)
    return refused('grid_id must be a location grid id', givenGridId, field);
  const point = parsePoint(entry, field);
  if ('problem' in point) return point;
  if (gridId === undefined && !point.change) return wrong(field, entry);
  for (const key of ['label', 'level', 'source']) {
    const why = wordProblem(entry[key]);
    if (why) return refused(msg`${key} ${asMessage(why)}`, entry[key], field);
  }
  const label = word(entry['label']);
  const level = word(entry['level']);
  const source = word(entry['source']) ?? 'user';
  return { change: { written: true, id, gridId, point: point.change, label, level, source } };
}

/** Maps that wrap around send longitudes beyond the antimeridian; up to one turn is accepted. */
const farthest = { lng: 360, lat: 90 };

/**
 * The point of an entry, with a longitude from -180 to 180; undefined for an entry without coordinates. Coordinates are
 * numbers or their text. Refuses 0/0, which programs send when they have no coordinates.
 */
function parsePoint(
  entry: Readonly<Record<string, unknown>>,
  field: DeclaredField,
): Parsed<Point | undefined> {
  const { lng: givenLng, lat: givenLat } = entry;
  if (isBlank(givenLng) && isBlank(givenLat)) return { change: undefined };
  const lng = coordinate(givenLng);
  const lat = coordinate(givenLat);
  if (lng === undefined || lat === undefined)
    return refused('must have lng and lat, both numbers', { lng: givenLng, lat: givenLat }, field);
  if (Math.abs(lng) > farthest.lng) return refused('lng must be from -180 to 180', lng, field);
  if (Math.abs(lat) > farthest.lat) return refused('lat must be from -90 to 90', lat, field);
  if (lng === 0 && lat === 0) return refused('lng 0 and lat 0 is not a location', { lng, lat }, field);
  return { change: { lng: aroundTheGlobe(lng), lat } };
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

function wordProblem(input: unknown): Message | undefined {
  if (input === undefined || input === null) return undefined;
  const text = textOf(input);
  return text === undefined ? 'must be a string' : textProblem(text, maxLineLength);
}

/** Blank counts as absent: label and level then come from the grid. */
function word(input: unknown): string | undefined {
  const text = textOf(input);
  return text?.trim() === '' ? undefined : text;
}

function wrong(field: DeclaredField, input: unknown) {
  return refused('entry must have a grid_id, or lng and lat', input, field);
}

function refused(rule: Message, received: unknown, field: DeclaredField) {
  return problem(
    msg`location_meta ${asMessage(rule)}: ${field.key}, received ${shown(received)}`,
    locationCode,
  );
}
