import type { RequestOptions, Send } from './send.ts';

/** Options of a search (docs/guides/search.md#request). */
export interface SearchOptions<PostType extends string = string> extends RequestOptions {
  /** All types by default. */
  readonly postType?: PostType;
  /** The places to search: all by default. */
  readonly in?: readonly SearchPlace[];
  /** Start of the page: the `offset` of the previous answer. */
  readonly offset?: number;
  /** Marks hits with this status; `all` marks hits with any and leaves out archived records. */
  readonly status?: string;
  /** Whether archived records are included with `status: 'all'`. */
  readonly archived?: boolean;
}

/** Names, comments, or channels and text fields. */
export type SearchPlace = 'names' | 'comments' | 'fields';

/** A record that a search has found. */
export interface SearchHit {
  readonly ID: number;
  readonly post_title: string;
  readonly post_type: string;
  /** `yyyy-mm-dd hh:mm:ss` in UTC. */
  readonly post_date: string;
  readonly post_hit: 'Y' | 'N';
  readonly meta_hit: 'Y' | 'N';
  readonly meta_hit_value: string;
  readonly comment_hit: 'Y' | 'N';
  readonly comment_hit_content: string;
  readonly status_hit?: 'Y' | 'N';
  readonly status_hit_value?: string;
  /** The definition of the status; `[]` without one. */
  readonly status: { readonly label: string } | readonly never[];
}

/** The hits of a post type. */
export interface HitsOfType {
  readonly post_type: string;
  readonly post_type_label_singular: string;
  readonly posts: readonly SearchHit[];
  readonly total: number;
  readonly total_count: number;
  readonly remaining_count: number;
  readonly has_more: boolean;
  readonly offset: number;
}

/** The result of a search. */
export interface SearchResult {
  readonly hits: readonly HitsOfType[];
  readonly total_hits: number;
  /** Why the result may be incomplete, for example while the index is built. */
  readonly warning?: string;
}

/** Searches the records of all types for a text, with typing errors (docs/guides/search.md). */
export type Search<PostType extends string = string> = (
  text: string,
  options?: SearchOptions<PostType>,
) => Promise<SearchResult>;

export function createSearch(send: Send): Search {
  return async (text, options = {}) => {
    const { postType = 'all', in: places, offset = 0, status, archived } = options;
    const query = {
      // The service decodes the text twice, as some clients encode it twice.
      query: encodeURIComponent(text),
      post_type: postType,
      offset,
      status,
      archived,
      ...(places && {
        post: places.includes('names'),
        comment: places.includes('comments'),
        meta: places.includes('fields'),
      }),
    };
    const path = 'svc-posts/v2/posts/search/advanced_search';
    const { body, headers } = await send<SearchResult>({ method: 'GET', path, query, options });
    const warning = /^199 - "(.*)"$/.exec(headers.get('warning') ?? '')?.[1];
    return warning === undefined ? body : { ...body, warning };
  };
}
