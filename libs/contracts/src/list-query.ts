import { z } from 'zod';

/**
 * A list query as it arrives: bracket strings and JSON both end as this map, in which every key that is not one of
 * `listControls` or `ignoredListKeys` is a filter (docs/list-query.md). Records makes a `ListRequest` of it.
 */
export const listQuerySchema = z.record(z.string(), z.unknown());

/**
 * Set when a request came under the path prefix of the API that this one took over: where the two disagree and existing
 * clients depend on it, the answer is the older API's (`docs/existing-clients.md`).
 */
export const dialectSchema = z.literal('reference').optional();

/** Whose rules a request follows where two APIs disagree: see `dialectSchema`. */
export type Dialect = z.infer<typeof dialectSchema>;

/** A list query as it arrives. */
export type ListQuery = z.infer<typeof listQuerySchema>;

/** A tree of filters: a leaf names a field and an operand, as the client sent it. */
export type FilterTree =
  | { readonly kind: 'all' | 'any'; readonly of: readonly FilterTree[] }
  | { readonly kind: 'field'; readonly key: string; readonly operand: unknown };

/** A box on the map, in degrees. One that crosses the antimeridian has its west east of its east. */
export interface MapBounds {
  readonly north: number;
  readonly south: number;
  readonly east: number;
  readonly west: number;
}

/** A text to look for, and where: `name`, `comms`, `comment`, `all`, or field keys. */
export interface TextSearch {
  readonly text: string;
  readonly within: readonly string[];
}

/** A list query whose form is understood, however it was spelled. Field keys and operands are still the client's. */
export interface ListRequest {
  readonly where: FilterTree;
  readonly search?: TextSearch;
  readonly mapBounds?: MapBounds;
  /** A field key, `-` before it for descending. */
  readonly sort?: string;
  readonly limit: number;
  readonly offset: number;
  readonly fieldsToReturn?: readonly string[];
  /** The caller's most recently viewed records, and nothing else of the query. */
  readonly recentlyViewed: boolean;
}

/** Keys of a list query that are not filters and have a meaning. */
export const listControls = [
  'sort',
  'limit',
  'offset',
  'fields_to_return',
  'fields',
  'text',
  'fields_to_search',
  'map_bounds',
  'dt_recent',
] as const;

/** Keys that clients send and that mean nothing in a list: ignored, never refused. */
export const ignoredListKeys = [
  'force_refresh',
  'combine',
  'post_type',
  'field',
  'archived',
  'status',
  '_',
  '_locale',
] as const;

/** The filter that is not a field: users with whom a record is shared. */
export const sharedWithKey = 'shared_with';

/** The limits of a list query (docs/list-query.md#limits). */
export const listLimits = {
  /** Records of a page when `limit` is absent, and at most. */
  default: 100,
  maximum: 1_000,
  /** Records that `dt_recent` shows. */
  recent: 30,
  /** Levels of `fields`. */
  depth: 8,
  /** Filters of a query, over all levels. */
  conditions: 100,
  /** Operands of one filter. */
  operands: 1_000,
  /** Characters of `text`, and of an operand that is matched anywhere in a text. */
  text: 500,
} as const;
