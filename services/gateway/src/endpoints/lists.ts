import { recordsCompact, recordsMultiSelectValues, recordsSplitBy } from '@svc/contracts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { toFlag } from './sent.ts';

/** What pickers and the list page request apart from lists (docs/picking.md). */
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
];
