import { z } from 'zod';
import { shownAs } from './shown-shape.ts';
import { lineText } from './text-bounds.ts';

/**
 * A list query as it arrives, from a query string with brackets or from JSON. Every key that is not in `listControls` or
 * `ignoredListKeys` is a filter (docs/reference/list-query.md). The records service parses it to a `ListRequest`.
 */
export const listQuerySchema = z.record(lineText, z.unknown());

/**
 * Set for a request under the path prefix of the older API that this API replaces: where the two differ and existing
 * clients depend on the older one, the service answers like the older one (`docs/guides/existing-clients.md`).
 */
export const dialectSchema = z.literal('reference').optional();

/** The API whose rules a request follows where two APIs differ: see `dialectSchema`. */
export type Dialect = z.infer<typeof dialectSchema>;

/** A list query as it arrives. */
export type ListQuery = z.infer<typeof listQuerySchema>;

/** A tree of filters. A leaf has the key of a field and an operand, both as the client sent them. */
export type FilterTree =
  | { readonly kind: 'all' | 'any'; readonly of: readonly FilterTree[] }
  | { readonly kind: 'field'; readonly key: string; readonly operand: unknown };

/** A box on the map, in degrees. A box across the antimeridian has a `west` greater than its `east`. */
export interface MapBounds {
  readonly north: number;
  readonly south: number;
  readonly east: number;
  readonly west: number;
}

/** A text search. `within` has `name`, `comms`, `comment`, `all`, or field keys. */
export interface TextSearch {
  readonly text: string;
  readonly within: readonly string[];
}

/** A parsed list query. Its form is checked; field keys and operands are still as the client sent them. */
export interface ListRequest {
  readonly where: FilterTree;
  readonly search?: TextSearch;
  readonly mapBounds?: MapBounds;
  /** A field key, with a leading `-` for descending order. */
  readonly sort?: string;
  readonly limit: number;
  readonly offset: number;
  /** The cursor of another page of the same list, in whose place this one begins; empty for the first page. */
  readonly cursor?: string;
  /** Whether the answer has the total. */
  readonly isCounted: boolean;
  readonly fieldsToReturn?: readonly string[];
  /** Whether the list is the caller's most recently viewed records; then the rest of the query has no effect. */
  readonly recentlyViewed: boolean;
}

/** The limits of a list query (docs/reference/list-query.md#limits). */
export const listLimits = {
  /** Records of a page: when `limit` is absent, and the largest `limit`. */
  default: 100,
  maximum: 1_000,
  /** The largest number of records for `dt_recent`. */
  recent: 30,
  /** Nested levels of `fields`. */
  depth: 8,
  /** Filters of a query, on all levels together. */
  conditions: 100,
  /** Operands of one filter. */
  operands: 1_000,
  /** Characters of `text`, and of an operand that may match any part of a text. */
  text: 500,
} as const;

const point = z.object({ lat: z.number(), lng: z.number() });

const operand = z.union([z.string(), z.number(), z.boolean()]);

/** Filters by field, of which a record meets one, or a list of those, all of which it meets; and so on, level by level. */
const filterItem = shownAs(
  z.unknown(),
  z.union([
    z.record(z.string(), z.union([operand, z.array(operand), z.record(z.string(), operand)])),
    z.array(z.unknown()),
  ]),
);

/** The keys of a list query that control the list and are not filters, with the values that documentation shows. Lists accept looser ones. */
export const listControlsSchema = z.object({
  sort: z.string().optional().describe('The key of a field; `-` before it for descending order.'),
  limit: z
    .int()
    .min(0)
    .max(listLimits.maximum)
    .optional()
    .describe(`Records of the page; ${listLimits.default} when absent.`),
  offset: z.int().min(0).optional().describe('Records to skip.'),
  cursor: z.string().optional().describe('The `next_cursor` or `previous_cursor` of an earlier page.'),
  count: z.string().optional().describe('`none` leaves the total out.'),
  fields_to_return: z.array(z.string()).optional().describe('Keys of the fields to return; all when absent.'),
  fields: z.array(filterItem).optional().describe('Filters combined with AND and OR, level by level.'),
  text: z.string().max(listLimits.text).optional().describe('A text that matches anywhere.'),
  fields_to_search: z
    .array(z.string())
    .optional()
    .describe('Where `text` is searched: `name`, `comms`, `comment`, `all` or keys of fields.'),
  map_bounds: z.object({ ne: point, sw: point }).optional().describe('Records with a point in this box.'),
  dt_recent: z.boolean().optional().describe('The records that the caller viewed last.'),
});

/** Keys of a list query that control the list and are not filters. */
export const listControls = listControlsSchema.keyof().options;

/** Keys that clients send and that have no meaning in a list. They are ignored, never refused. */
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

/** The key of the filter by users with whom a record is shared, which is not a field. */
export const sharedWithKey = 'shared_with';
