import {
  recordsCompact,
  recordsMultiSelectValues,
  recordsSplitBy,
  usersDeleteFilter,
  usersFilters,
  usersSaveFilter,
} from '@svc/contracts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { toFlag, type SentValues } from './sent.ts';

/** What pickers and the list page request apart from lists (docs/picking.md), and the filters that users save there. */
export const listsEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    route: 'GET /{ns}-posts/v2/{post_type}/compact',
    access: 'caller',
    operation: recordsCompact,
    input: ({ params, query, fromQuery }) => ({
      ...params,
      ...fromQuery('s', 'field_key'),
      include_users: toFlag(query['include-users']) !== false,
    }),
  }),
  defineEndpoint({
    route: 'GET /{ns}-posts/v2/{post_type}/multi-select-values',
    access: 'caller',
    operation: recordsMultiSelectValues,
    input: ({ params, fromQuery }) => ({ ...params, ...fromQuery('field', 's') }),
  }),
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/{post_type}/split_by',
    access: 'caller',
    operation: recordsSplitBy,
    input: ({ params, fromBody, dialect }) => ({ ...params, ...fromBody('field_id', 'filters'), dialect }),
  }),
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
