import { msg, asMessage, type Message } from '@svc/contracts';
import type { Point } from '../../model/places.ts';
import { entryId, newEntryId } from '../shared/entry-id.ts';
import { problem, shown, type Field, type ResolvedReferences, type Parsed } from '../../model/field.ts';
import type { EntryChange } from './location-entries.ts';
import { gridIdOf, locationCode, noSuchPlace } from './location-ids.ts';
import { parsePoint } from './location-point.ts';
import { maxLineLength, textOf, textProblem } from '../shared/plain-text.ts';
import { isOn, maxValues, tooManyValues, valuesOf } from '../shared/values-write.ts';

/** A write to places with points; `force` removes all others, and all other values of the location field. */
export interface LocationMetaChange {
  readonly force: boolean;
  readonly entries: readonly (EntryChange | WrittenPlace)[];
}

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

/** Parses `{values: [entry], force_values?}` (docs/locations.md#fields). */
export function parseLocationMetaWrite(input: unknown, field: Field): Parsed<LocationMetaChange> {
  const write = valuesOf(input);
  if (!write) return problem(msg`missing values field on: ${field.key}`, locationCode);
  if (write.values.length > maxValues) return problem(tooManyValues(field), locationCode);
  const entries: (EntryChange | WrittenPlace)[] = [];
  for (const value of write.values) {
    const parsed = parseEntry(value, field);
    if ('problem' in parsed) return parsed;
    entries.push(parsed.change);
  }
  return { change: { force: write.force, entries } };
}

/** Completes a written place from its row of the grid. */
export function resolvePlace(
  written: WrittenPlace,
  { places }: ResolvedReferences,
  field: Field,
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

function parseEntry(input: unknown, field: Field): Parsed<EntryChange | WrittenPlace> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return wrong(field, input);
  const entry = input as Readonly<Record<string, unknown>>;
  const removes = isOn(entry['delete']);
  // In an entry to add, `id` may come from the search of a map.
  const givenId = entry['grid_meta_id'] ?? (removes ? entry['id'] : '') ?? '';
  const id = entryId(givenId);
  if (givenId !== '' && id === undefined) return refused('grid_meta_id must be an id', givenId, field);
  if (!removes) return parsePlace(entry, id ?? newEntryId(), field);
  return id === undefined
    ? problem(msg`missing grid_meta_id on: ${field.key}`, locationCode)
    : { change: { delete: true, id } };
}

function parsePlace(
  entry: Readonly<Record<string, unknown>>,
  id: string,
  field: Field,
): Parsed<WrittenPlace> {
  const unknown = Object.keys(entry).find((key) => !keys.has(key));
  if (unknown !== undefined) return refused('has a key that entries do not have', unknown, field);
  const givenGridId = entry['grid_id'] ?? entry['value'] ?? '';
  const gridId = givenGridId === '' ? undefined : gridIdOf(givenGridId);
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

function wordProblem(input: unknown): Message | undefined {
  if (input === undefined || input === null) return undefined;
  const text = textOf(input);
  return text === undefined ? 'must be a text' : textProblem(text, maxLineLength);
}

/** Blank counts as absent: label and level then come from the grid. */
function word(input: unknown): string | undefined {
  const text = textOf(input);
  return text?.trim() === '' ? undefined : text;
}

function wrong(field: Field, input: unknown) {
  return refused('entry must have a grid_id, or lng and lat', input, field);
}

function refused(rule: Message, received: unknown, field: Field) {
  return problem(
    msg`location_meta ${asMessage(rule)}: ${field.key}, received ${shown(received)}`,
    locationCode,
  );
}
