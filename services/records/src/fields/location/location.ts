import { msg, type Message } from '@svc/contracts';
import { valueDeleted } from '../../model/activity-row.ts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import type { FieldType } from '../../model/field-type/field-type.ts';
import type { NotedRow } from '../../model/field-type/history.ts';
import { problem, shown, type FieldProblem, type Parsed } from '../../model/field-type/problem.ts';
import { applyValues, type EntriesChange, isOn, parseEntries, valueSet } from '../shared/values-write.ts';
import { idOf } from '../shared/entry-id.ts';
import { isObject } from '../../model/is-object.ts';
import { receivedValues, writtenValues } from '../../model/received-values.ts';
import { listDelta } from '../shared/list-delta.ts';
import { severalValueRows } from '../shared/value-rows.ts';
import { signedWords, type Signed } from '../shared/filter-operands.ts';
import type { FilterAt, FilterResult, ParsedFilter } from '../../model/filter.ts';
import { membershipCondition, unsetFilter } from '../shared/membership-filter.ts';

/** A write to a set of rows of the location grid: rows to add and remove, or with `force` the whole new set. */
export type LocationChange = EntriesChange<LocationIdChange>;

interface LocationIdChange {
  /** The id of the row. */
  readonly value: number;
  readonly delete: boolean;
  /** Whether only records that already have the row may name it. */
  readonly isRetired?: boolean;
}

/** The error code of refused locations (docs/reference/errors.md). */
export const locationCode = 'update_location_grid_fields' satisfies FieldProblem['code'];

/** Rows of the location grid, ordered by their ids. */
export const location: FieldType<readonly number[], LocationChange> = {
  name: 'location',
  storedAs: 'array',

  write: {
    ...valueSet.write,
    // Like in the read shapes, an entry may have its id as `grid_id` or `id`.
    parse: (input, field) => parseEntries(input, field, { code: locationCode, parseEntry }),
    references: (change) => ({
      gridIds: change.entries.flatMap((entry) => (entry.delete ? [] : entry.value)),
    }),
    resolve(change, { places }, field) {
      const unknown = change.entries.find((entry) => !entry.delete && !places.get(entry.value));
      if (unknown) return noSuchPlace(unknown.value, field);
      const isRetired = (gridId: number) => places.get(gridId)?.isRetired ?? false;
      const entries = change.entries.map((entry) => ({ ...entry, isRetired: isRetired(entry.value) }));
      return { change: { ...change, entries } };
    },
    check(before = [], { entries }, field) {
      const retired = entries.find(
        (entry) => entry.isRetired && !entry.delete && !before.includes(entry.value),
      );
      return retired && noSuchPlace(retired.value, field).problem;
    },
    apply: (before, change) => applyValues(before, change)?.sort((one, other) => one - other),
  },

  read: {
    shape: (stored, _field, { places }) =>
      stored?.flatMap((id) => {
        const place = places.get(id);
        return place ? [{ id, label: place.name }] : [];
      }),
    placesOf: (stored) => stored,
  },

  query: {
    ...valueSet.query,
    filter: (operand, field) => locationFilter(operand, field),
    filterTerms: (stored, lineage) => [...new Set(stored.flatMap((gridId) => [gridId, ...lineage(gridId)]))],
    sortKey: (stored) => stored[0],
    buckets: {
      groups: 'places',
      names: (gridId: number) => ({ places: [gridId] }),
      show: (gridId: number, _field, { places }) => ({
        value: String(gridId),
        label: places.get(gridId)?.name ?? String(gridId),
      }),
    },
  },

  history: {
    activity(before, after, field) {
      const { added, removed } = listDelta(before, after);
      return severalValueRows(field, { added: added.map(String), removed: removed.map(String) });
    },
    note(row, _field, { places }) {
      const id = gridIdOfRow(row);
      const name = places.get(id)?.name ?? id;
      return row.metaValue === valueDeleted
        ? msg`${name} removed from locations`
        : msg`${name} added to locations`;
    },
    placesOfRow: (row) => [gridIdOfRow(row)],
  },

  // In the form in which they are written.
  exchange: {
    send: (stored, { key }) => ({ [key]: { values: stored.map((value) => ({ value })) } }),
    receive: (meta, { key }) =>
      writtenValues(receivedValues(meta[key]).map((value) => (isObject(value) ? value : { value }))),
  },
};

/** The refusal of an id that is not a row of the location grid. */
export function noSuchPlace(gridId: number, field: DeclaredField) {
  return problem(msg`location grid id does not exist: ${field.key}, received ${gridId}`, locationCode);
}

function parseEntry(input: unknown, field: DeclaredField): Parsed<LocationIdChange> {
  const entry = isObject(input) ? input : {};
  const named = entry['value'] ?? entry['grid_id'] ?? entry['id'] ?? '';
  if (named === '') return problem(msg`Something wrong on field: ${field.key}`, locationCode);
  const value = idOf(named);
  if (value === undefined)
    return problem(
      msg`location value must be a location grid id: ${field.key}, received ${shown(named)}`,
      locationCode,
    );
  return { change: { value, delete: isOn(entry['delete']) } };
}

function gridIdOfRow(row: NotedRow): number {
  return Number(row.metaValue === valueDeleted ? row.oldValue : row.metaValue);
}

const what: Message = 'ids of the location grid';
const words = { pattern: /^\d{1,15}$/, what };

/**
 * Filters by rows of the location grid, including everything below them; `-` excludes records with any location there,
 * `[]` matches records without one.
 */
function locationFilter(operand: unknown, field: DeclaredField): ParsedFilter {
  const given = signedWords(operand, field, words);
  if ('problem' in given) return given;
  const included = given.included.map(Number);
  const excluded = given.excluded.map(Number);
  if (included.length + excluded.length === 0) return { filter: unsetFilter };
  return {
    filter: {
      matchesUnset: included.length === 0,
      resolve: (at) =>
        at.term ? byTerms({ included, excluded }, at.term) : byValues({ included, excluded }, at),
    },
  };
}

/** Records have a term for each row that contains one of their locations. */
function byTerms({ included, excluded }: Signed<number>, term: (gridId: number) => string): FilterResult {
  const terms = { included: included.map(term), excluded: excluded.map(term) };
  return membershipCondition(terms, { path: 'filterTerms', term: String });
}

async function byValues(
  { included, excluded }: Signed<number>,
  { path, search }: FilterAt,
): Promise<FilterResult> {
  const [within, without] = await Promise.all(
    [included, excluded].map(async (ids) => (ids.length > 0 ? search.placesBelow(ids) : undefined)),
  );
  return {
    condition: { [path]: { ...(within ? { $in: within } : {}), ...(without ? { $nin: without } : {}) } },
  };
}
