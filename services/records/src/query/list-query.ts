import type { ListRequest, MapBounds } from '@svc/contracts';
import type { Field } from '../model/field.ts';
import type { FieldFilter } from '../model/filter.ts';
import type { ListSort } from './parse-sort.ts';

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
