import {
  type FilterTree,
  ignoredListKeys,
  listControls,
  listLimits,
  type ListQuery,
  type ListRequest,
  type MapBounds,
  msg,
  sharedWithKey,
  type TextSearch,
} from '@svc/contracts';
import { isObject } from '../model/is-object.ts';
import { refuseFilter } from './list-query.ts';

const controls: ReadonlySet<string> = new Set(listControls);
const ignored: ReadonlySet<string> = new Set(ignoredListKeys);

/**
 * Reads a list query from brackets or JSON (docs/reference/list-query.md). Meaningless keys that some clients send are ignored, unless the type has a
 * field with that key.
 * @param isField whether the type has a field with that key or alias.
 * @throws ServiceError `fields_to_sql` naming the parameter that has a wrong form.
 */
export function readListQuery(query: ListQuery, isField: (key: string) => boolean): ListRequest {
  // All other parameters are ignored.
  if (isRecent(query['dt_recent']))
    return {
      where: { kind: 'all', of: [] },
      limit: listLimits.default,
      offset: 0,
      ...readCursor(query, 0),
      isCounted: true,
      recentlyViewed: true,
      ...readShown(query),
    };
  const filters = Object.entries(query).filter(
    ([key]) => !controls.has(key) && (isField(key) || !ignored.has(key)),
  );
  const search = readTextSearch(query);
  const mapBounds = readMapBounds(query['map_bounds']);
  const shown = readShown(query);
  const { sort } = query;
  const offset = Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, toInteger(query['offset']) ?? 0));
  return {
    where: readFilters(query['fields'], filters, isField),
    limit: readLimit(query['limit']),
    offset,
    ...readCursor(query, offset),
    isCounted: readCount(query['count']),
    recentlyViewed: false,
    ...(search ? { search } : {}),
    ...(mapBounds ? { mapBounds } : {}),
    ...(typeof sort === 'string' && sort !== '' ? { sort } : {}),
    ...shown,
  };
}

function readCursor({ cursor }: ListQuery, offset: number): Pick<ListRequest, 'cursor'> {
  if (cursor === undefined || cursor === null) return {};
  if (cursor !== '' && offset > 0) throw refuseFilter('offset must be absent beside a cursor', 'offset');
  // A value of another form is no cursor of any list, and is refused as such.
  return { cursor: typeof cursor === 'string' ? cursor : JSON.stringify(cursor) };
}

function readCount(count: unknown): boolean {
  if (count === undefined || count === null || count === '' || count === 'exact') return true;
  if (count === 'none') return false;
  throw refuseFilter('count must be exact or none', 'count');
}

function readShown(query: ListQuery): Pick<ListRequest, 'fieldsToReturn'> {
  const fieldsToReturn = readTexts(query, 'fields_to_return');
  return fieldsToReturn ? { fieldsToReturn } : {};
}

/** On: a bare key, `true` or `1`. */
function isRecent(flag: unknown): boolean {
  return flag === '' || flag === true || flag === 'true' || flag === 1 || flag === '1';
}

/**
 * The filters of a query are a group, and so is `fields`, which replaces them: filters beside `fields` are ignored
 * (docs/reference/list-query.md#parameters), only their keys are checked.
 */
function readFilters(
  fields: unknown,
  filters: readonly (readonly [string, unknown])[],
  isField: (key: string) => boolean,
): FilterTree {
  const top = { kind: 'all', level: 1 } as const;
  if (fields === undefined || isNothing(fields))
    return new GroupReader().read(Object.fromEntries(filters), top);
  const unknown = filters.find(([key]) => key !== sharedWithKey && !isPlace(key) && !isField(key));
  if (unknown) throw refuseFilter('One or more fields do not exist', unknown[0]);
  return new GroupReader().read(fields, top);
}

/** Bracket notation writes a group without filters as an empty text: `fields[]=`. */
function isNothing(group: unknown): boolean {
  return group === null || group === '';
}

/** Reads groups: the first level is AND, the next OR, then AND again (docs/reference/list-query.md#trees). */
class GroupReader {
  #conditions = 0;

  read(group: unknown, { kind, level }: { kind: 'all' | 'any'; level: number }): FilterTree {
    if (isNothing(group)) return { kind, of: [] };
    if (typeof group !== 'object' || group === null)
      throw refuseFilter('fields must be an array or an object of filters', 'fields');
    if (level > listLimits.depth)
      throw refuseFilter(msg`fields may be at most ${listLimits.depth} levels deep`, 'fields');
    const below = { kind: kind === 'all' ? ('any' as const) : ('all' as const), level: level + 1 };
    const parts = Object.entries(group).map(([key, value]): FilterTree => {
      if (isPlace(key)) return this.read(value, below);
      this.#conditions += 1;
      if (this.#conditions > listLimits.conditions)
        throw refuseFilter(msg`a list query may have at most ${listLimits.conditions} filters`, 'fields');
      return { kind: 'field', key, operand: value };
    });
    // A group without filters is dropped: it has no condition, in an OR either.
    return { kind, of: parts.filter((part) => part.kind === 'field' || part.of.length > 0) };
  }
}

/** Whether the value of a key is a group: arrays have indexes as keys, and so have the objects made from brackets. */
export function isPlace(key: string): boolean {
  return /^\d+$/.test(key);
}

function readTextSearch(query: ListQuery): TextSearch | undefined {
  const given = query['text'];
  const within = readTexts(query, 'fields_to_search') ?? [];
  if (given === undefined || given === null) return undefined;
  if (typeof given !== 'string' && typeof given !== 'number')
    throw refuseFilter('text must be a string', 'text');
  const text = String(given).trim();
  if (text.length > listLimits.text)
    throw refuseFilter(msg`text may have at most ${listLimits.text} characters`, 'text');
  return text === '' ? undefined : { text, within: within.length === 0 ? ['name', 'comms'] : within };
}

/** A list of texts; a single text counts as a list of one. */
function readTexts(query: ListQuery, key: string): readonly string[] | undefined {
  const given = query[key];
  if (given === undefined || given === null) return undefined;
  const texts: unknown = typeof given === 'string' ? [given].filter((text) => text !== '') : given;
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string'))
    throw refuseFilter(msg`${key} must be an array`, key);
  if (texts.length > listLimits.operands)
    throw refuseFilter(msg`${key} may have at most ${listLimits.operands} entries`, key);
  return texts;
}

/** Clamped to 0…1000; text that is not a number counts as absent. */
function readLimit(input: unknown): number {
  const limit = toInteger(input) ?? listLimits.default;
  return Math.min(listLimits.maximum, Math.max(0, limit));
}

function toInteger(input: unknown): number | undefined {
  const value = toNumber(input);
  return value === undefined ? undefined : Math.trunc(value);
}

function toNumber(input: unknown): number | undefined {
  const value = typeof input === 'string' && input.trim() !== '' ? Number(input) : input;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/**
 * Parses `map_bounds`: `{ne: {lat, lng}, sw: {lat, lng}}`, as numbers or texts. Absent or empty means none. Maps that wrap around send
 * longitudes beyond 180 degrees.
 */
function readMapBounds(input: unknown): MapBounds | undefined {
  if (input === undefined || input === null || input === '') return undefined;
  const { ne, sw } = isObject(input) ? input : {};
  const northEast = readCorner(ne);
  const southWest = readCorner(sw);
  if (!northEast || !southWest)
    throw refuseFilter('map_bounds must be {ne: {lat, lng}, sw: {lat, lng}} in degrees', 'map_bounds');
  return { north: northEast.lat, south: southWest.lat, ...longitudes(southWest.lng, northEast.lng) };
}

function readCorner(input: unknown): { lat: number; lng: number } | undefined {
  const { lat, lng } = isObject(input) ? input : {};
  const latitude = toNumber(lat);
  const longitude = toNumber(lng);
  if (latitude === undefined || longitude === undefined || Math.abs(latitude) > 90) return undefined;
  return { lat: latitude, lng: longitude };
}

/** A box at least as wide as the world covers all longitudes. */
function longitudes(west: number, east: number): Pick<MapBounds, 'west' | 'east'> {
  return east - west >= 360 ? { west: -180, east: 180 } : { west: onTheMap(west), east: onTheMap(east) };
}

/** The equivalent longitude between -180 and 180. */
function onTheMap(lng: number): number {
  return Math.abs(lng) <= 180 ? lng : ((((lng + 180) % 360) + 360) % 360) - 180;
}
