import type { RequestOptions } from './send.ts';
import type { Fields, SelectOf, SortOf, WhereOf } from './schema.ts';

/** A query of a list (docs/reference/list-query.md). */
export interface ListQuery<F extends Fields, Selected extends SelectOf<F> = keyof F> extends RequestOptions {
  /** Filters, all of which a record meets. */
  readonly where?: WhereOf<F>;
  /** The order: newest first by default. */
  readonly sort?: SortOf<F>;
  /**
   * The fields of the items, in addition to names, dates of creation and booleans: all fields by default. A path such as `groups.leaders.nickname`
   * leads through connections.
   */
  readonly select?: readonly Selected[];
  /** A text in names and communication channels, or in the places of `textIn`. */
  readonly text?: string;
  /** `name`, `comms`, `comment`, `all`, or keys of fields. */
  readonly textIn?: readonly ('name' | 'comms' | 'comment' | 'all' | (keyof F & string))[];
  /** The area in which records have a place. */
  readonly mapBounds?: { readonly ne: MapPoint; readonly sw: MapPoint };
  /** Only the records that the caller viewed last. */
  readonly recent?: boolean;
}

/** A query of one page of a list. */
export interface PageQuery<F extends Fields, Selected extends SelectOf<F> = keyof F> extends ListQuery<
  F,
  Selected
> {
  /** Records of the page: 100 by default, at most 1,000. */
  readonly limit?: number;
  /** The `nextCursor` or `previousCursor` of another page of the same list (docs/reference/list-pages.md). */
  readonly cursor?: string;
  /** In place of a cursor: records to skip. */
  readonly offset?: number;
}

interface MapPoint {
  readonly lat: number;
  readonly lng: number;
}

/** The body of `POST <type>/list` for a query. */
export function toListBody<F extends Fields, Selected extends SelectOf<F>>(
  query: PageQuery<F, Selected> & { readonly count?: boolean },
): Record<string, unknown> {
  const { where, sort, select, text, textIn, mapBounds, recent, limit, cursor, offset, count } = query;
  return {
    fields: toTree(where ?? {}),
    sort,
    fields_to_return: select,
    text,
    fields_to_search: textIn,
    map_bounds: mapBounds,
    dt_recent: recent,
    limit,
    cursor,
    offset,
    count: count === false ? 'none' : undefined,
  };
}

type Conditions = Readonly<Record<string, unknown>> & {
  readonly $or?: readonly Conditions[];
  readonly $and?: readonly Conditions[];
};

/**
 * The tree of `fields` (docs/reference/list-query.md#trees), whose levels are AND and OR in turn: filters are under their keys, groups of the next
 * level under numbers. An OR of one group stands between two levels of AND.
 */
export function toTree({ $or, $and = [], ...conditions }: Conditions): Record<string, unknown> {
  const groups = [...($or ? [$or.map(toTree)] : []), ...$and.map((each) => [toTree(each)])];
  return { ...Object.fromEntries(groups.entries()), ...conditions };
}
