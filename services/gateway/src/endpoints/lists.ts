import { recordsCompact, recordsMultiSelectValues, recordsSplitBy } from '@svc/contracts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { toFlag } from './sent.ts';

/** What pickers and the list page request apart from lists (docs/picking.md). */
export const listsEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/{ns}-posts/v2/{post_type}/compact',
    access: 'caller',
    operation: recordsCompact,
    input: ({ params, query }) => ({
      ...params,
      s: query['s'],
      field_key: query['field_key'],
      include_users: toFlag(query['include-users']) !== false,
    }),
  }),
  defineEndpoint({
    method: 'GET',
    path: '/{ns}-posts/v2/{post_type}/multi-select-values',
    access: 'caller',
    operation: recordsMultiSelectValues,
    input: ({ params, query }) => ({ ...params, field: query['field'], s: query['s'] }),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/{ns}-posts/v2/{post_type}/split_by',
    access: 'caller',
    operation: recordsSplitBy,
    input: ({ params, body, dialect }) => ({
      ...params,
      field_id: body['field_id'],
      filters: body['filters'],
      dialect,
    }),
  }),
];
