import { msg } from '@svc/contracts';
import { problem, shown, type Field, type FieldProblem, type Parsed } from '../../model/field.ts';
import { isObject } from '../../model/is-object.ts';
import { type EntriesChange, isOn, parseEntries } from '../shared/values-write.ts';

/** A write to a set of rows of the location grid: rows to add and remove, or with `force` the whole new set. */
export type LocationChange = EntriesChange<LocationIdChange>;

interface LocationIdChange {
  readonly gridId: number;
  readonly delete: boolean;
  /** Whether only records that already have the row may name it. */
  readonly isRetired?: boolean;
}

/** The error code of refused locations (docs/errors.md). */
export const locationCode = 'update_location_grid_fields' satisfies FieldProblem['code'];

/** Parses `{values: [{value, delete?}], force_values?}`; like the read shapes, an entry may have its id as `grid_id` or `id`. */
export function parseLocationWrite(input: unknown, field: Field): Parsed<LocationChange> {
  return parseEntries(input, field, { code: locationCode, parseEntry });
}

/** A grid id as a number or as its digits; undefined for anything else. */
export function gridIdOf(input: unknown): number | undefined {
  const id = typeof input === 'string' && /^\d{1,15}$/.test(input) ? Number(input) : input;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** The refusal of an id that is not a row of the location grid. */
export function noSuchPlace(gridId: number, field: Field) {
  return problem(msg`location grid id does not exist: ${field.key}, received ${gridId}`, locationCode);
}

function parseEntry(input: unknown, field: Field): Parsed<LocationIdChange> {
  const entry = isObject(input) ? input : {};
  const named = entry['value'] ?? entry['grid_id'] ?? entry['id'] ?? '';
  if (named === '') return problem(msg`Something wrong on field: ${field.key}`, locationCode);
  const gridId = gridIdOf(named);
  if (gridId === undefined)
    return problem(
      msg`location value must be a location grid id: ${field.key}, received ${shown(named)}`,
      locationCode,
    );
  return { change: { gridId, delete: isOn(entry['delete']) } };
}
