import {
  recordsCompact,
  recordsMultiSelectValues,
  recordsSplitBy,
  usersDeleteFilter,
  usersFilters,
  usersSaveFilter,
} from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { toFlag, type SentValues } from './sent.ts';

/** The requests of pickers and of the list page other than lists (docs/guides/picking.md), and the filters that users save there. */
export const listsEndpoints: readonly Endpoint[] = [
  forCallers('GET /{ns}-posts/v2/{post_type}/compact', recordsCompact, ({ params, query, fromQuery }) => ({
    ...params,
    ...fromQuery('s', 'field_key'),
    include_users: toFlag(query['include-users']) !== false,
  })),
  forCallers(
    'GET /{ns}-posts/v2/{post_type}/multi-select-values',
    recordsMultiSelectValues,
    ({ params, fromQuery }) => ({ ...params, ...fromQuery('field', 's') }),
  ),
  forCallers('POST /{ns}-posts/v2/{post_type}/split_by', recordsSplitBy, ({ params, fromBody, dialect }) => ({
    ...params,
    ...fromBody('field_id', 'filters'),
    dialect,
  })),
  forCallers('GET /{ns}/v1/users/get_filters', usersFilters, ({ query, dialect }) => ({
    post_type: query['post_type'],
    dialect,
  })),
  forCallers('POST /{ns}/v1/users/save_filters', usersSaveFilter, ({ body, dialect }) => ({
    post_type: postTypeIn(body),
    filter: body['filter'],
    dialect,
  })),
  forCallers('DELETE /{ns}/v1/users/save_filters', usersDeleteFilter, ({ body, query }) => ({
    post_type: postTypeIn(body) ?? query['post_type'],
    id: body['id'] ?? query['id'],
  })),
];

/** The clients' web components send the name in camel case. */
function postTypeIn(body: SentValues): SentValues[string] {
  return body['post_type'] ?? body['postType'];
}
