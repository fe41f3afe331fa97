import { type ListRequest, type MapBounds, type Message, ServiceError } from '@svc/contracts';
import type { Field } from '../model/field.ts';
import type { FieldFilter } from '../model/filter.ts';
import type { OrderPath } from '../store/indexes.ts';
import type { Position } from '../store/page-cursors.ts';

/** Parsed filters: fields are resolved and operands parsed. */
export type Filters =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Filters[] }
  | { readonly kind: 'one'; readonly field: Field | undefined; readonly filter: FieldFilter };

/** A place in which a text search looks. */
export type SearchedPlace =
  { readonly kind: 'name' | 'comms' | 'comment' | 'all' } | { readonly kind: 'field'; readonly field: Field };

/** A text, and the places that are searched for it. */
export interface ParsedSearch {
  readonly text: string;
  readonly within: readonly SearchedPlace[];
}

/** A parsed list query: a `ListRequest` with its keys resolved to the fields of a post type. */
export interface ListedQuery extends Pick<
  ListRequest,
  'limit' | 'offset' | 'cursor' | 'isCounted' | 'recentlyViewed'
> {
  readonly filters: Filters;
  readonly search: ParsedSearch | undefined;
  readonly mapBounds: MapBounds | undefined;
  readonly sort: ListSort;
  /** Where the page begins, for a request with a cursor; undefined for one with an offset. */
  readonly place?: ListPlace | undefined;
  /** The fields that the items show. */
  readonly shown: readonly Field[];
  /** Paths from these fields to fields of connected records and users. */
  readonly paths: readonly string[];
}

/** A place in a list: after a record, or before it. Without a position it is the beginning of the list, or backward its end. */
export interface ListPlace {
  readonly position?: Position | undefined;
  readonly isBackward: boolean;
}

/**
 * The order of a list. `always set`: by a path that every record has. `field`: by a field's sort key, which some records lack. `ranked`: by
 * values that are not stored in the record. `first named`: first the records whose name contains a text, then by name.
 */
export type ListSort =
  | { readonly kind: 'always set'; readonly path: OrderPath; readonly direction: 1 | -1 }
  | { readonly kind: 'field'; readonly field: Field; readonly direction: 1 | -1 }
  | { readonly kind: 'ranked'; readonly field: Field; readonly direction: 1 | -1 }
  | { readonly kind: 'first named'; readonly text: string; readonly direction: 1 };

/** The error of a refused list query, with the key of the wrong parameter. */
export function refuseFilter(message: Message, key: string): ServiceError {
  return new ServiceError('fields_to_sql', message, { data: { key } });
}
