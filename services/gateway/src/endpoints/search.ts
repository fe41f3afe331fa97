import { searchAdvanced } from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { isOn, toFlag, type Sent } from './sent.ts';

/** The global search (docs/guides/search.md). */
export const searchEndpoints: readonly Endpoint[] = [
  forCallers('GET /{ns}-posts/v2/posts/search/advanced_search', searchAdvanced, ({ query, fromQuery }) => ({
    query: decodeOnceMore(query['query']),
    ...fromQuery('post_type', 'offset'),
    post: toFlag(query['post']),
    comment: toFlag(query['comment']),
    meta: toFlag(query['meta']),
    status: query['status'],
    archived: isOn(query['archived']),
  })),
];

/** Clients encode the search text twice. Text that is not encoded stays as it is. */
function decodeOnceMore(sent: Sent | undefined): string | Sent | undefined {
  const text: unknown = sent;
  if (typeof text !== 'string') return sent;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
