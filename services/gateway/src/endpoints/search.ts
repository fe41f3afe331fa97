import { searchAdvanced } from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { decodedOnceMore, flag, isOn } from './coercions.ts';
import { fromQuery, inQuery } from './input-sources.ts';

/** The global search (docs/guides/search.md). */
export const searchEndpoints: readonly Endpoint[] = [
  forCallers('GET /{ns}-posts/v2/posts/search/advanced_search', searchAdvanced, {
    query: inQuery('query', decodedOnceMore),
    ...fromQuery('post_type', 'offset', 'status'),
    post: inQuery('post', flag),
    comment: inQuery('comment', flag),
    meta: inQuery('meta', flag),
    archived: inQuery('archived', isOn),
  }),
];
