import { usersDeleteFilter, usersFilters, usersSaveFilter } from '@svc/contracts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import type { SentValues } from './sent.ts';

/** The tabs of list pages, and the filters that users save there. */
export const filtersEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    route: 'GET /{ns}/v1/users/get_filters',
    access: 'caller',
    operation: usersFilters,
    input: ({ query, dialect }) => ({ post_type: query['post_type'], dialect }),
  }),
  defineEndpoint({
    route: 'POST /{ns}/v1/users/save_filters',
    access: 'caller',
    operation: usersSaveFilter,
    input: ({ body, dialect }) => ({ post_type: postTypeIn(body), filter: body['filter'], dialect }),
  }),
  defineEndpoint({
    route: 'DELETE /{ns}/v1/users/save_filters',
    access: 'caller',
    operation: usersDeleteFilter,
    input: ({ body, query }) => ({
      post_type: postTypeIn(body) ?? query['post_type'],
      id: body['id'] ?? query['id'],
    }),
  }),
];

/** The clients' web components send the name in camel case. */
function postTypeIn(body: SentValues): SentValues[string] {
  return body['post_type'] ?? body['postType'];
}
