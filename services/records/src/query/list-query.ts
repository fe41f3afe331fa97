import { type ListRequest, type MapBounds, type Message, ServiceError } from '@svc/contracts';
import type { Field } from '../model/field.ts';
import type { FieldFilter } from '../model/filter.ts';

/** Filters put together, of which the fields are known and the operands understood. */
export type Filters =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Filters[] }
  | { readonly kind: 'one'; readonly field: Field | undefined; readonly filter: FieldFilter };

/** A place to look for a text in. */
export type SearchedPlace =
  { readonly kind: 'name' | 'comms' | 'comment' | 'all' } | { readonly kind: 'field'; readonly field: Field };

/** A text, and the places to look for it in. */
export interface ParsedSearch {
  readonly text: string;
  readonly within: readonly SearchedPlace[];
}

/** A list query, understood: what `ListRequest` says of a post type whose fields are known. */
export interface ListedQuery extends Pick<ListRequest, 'limit' | 'offset' | 'recentlyViewed'> {
  readonly filters: Filters;
  readonly search: ParsedSearch | undefined;
  readonly mapBounds: MapBounds | undefined;
  readonly sort: ListSort;
  /** The fields that the items show. */
  readonly shown: readonly Field[];
}

/**
 * The order of a list: a path that every record has, or a field's sort key that some records lack; `ranked` by what the record does not
 * keep itself, `first named` by whether its name contains a text, then by name.
 */
export type ListSort =
  | { readonly kind: 'always set'; readonly path: string; readonly direction: 1 | -1 }
  | { readonly kind: 'field'; readonly field: Field; readonly direction: 1 | -1 }
  | { readonly kind: 'ranked'; readonly field: Field; readonly direction: 1 | -1 }
  | { readonly kind: 'first named'; readonly text: string; readonly direction: 1 };

/** The refusal of a list query, with the parameter that is wrong. */
export function refuseFilter(message: Message, key: string): ServiceError {
  return new ServiceError('fields_to_sql', message, { data: { key } });
}
