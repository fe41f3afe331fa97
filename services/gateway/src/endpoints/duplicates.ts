import {
  recordsAllDuplicates,
  recordsAllOfTypeDuplicates,
  recordsCheckFieldValueExists,
  recordsDismissDuplicates,
  recordsDuplicates,
  recordsMerge,
} from '@svc/contracts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { toFlag } from './sent.ts';

/** Possible duplicates of records, and merging them. */
export const duplicatesEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    route: 'GET /{ns}-posts/v2/{post_type}/{id}/duplicates',
    access: 'caller',
    operation: recordsDuplicates,
    input: ({ params }) => params,
  }),
  defineEndpoint({
    route: 'GET /{ns}-posts/v2/{post_type}/{id}/all_duplicates',
    access: 'caller',
    operation: recordsAllDuplicates,
    input: ({ params, query }) => ({ ...params, limit: query['limit'] }),
  }),
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/{post_type}/{id}/dismiss-duplicates',
    access: 'caller',
    operation: recordsDismissDuplicates,
    input: ({ params, body }) => ({ post_type: params.post_type, record_id: params.id, id: body['id'] }),
  }),
  defineEndpoint({
    route: 'GET /{ns}-posts/v2/{post_type}/all-duplicates',
    access: 'caller',
    operation: recordsAllOfTypeDuplicates,
    input: ({ params, query }) => ({ ...params, limit: query['limit'] }),
  }),
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/{post_type}/check_field_value_exists',
    access: 'caller',
    operation: recordsCheckFieldValueExists,
    input: ({ params, fromBody }) => ({ ...params, ...fromBody('communication_channel', 'field_value') }),
  }),
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/{post_type}/merge',
    access: 'caller',
    operation: recordsMerge,
    input: ({ params, body, fromBody }) => ({
      ...params,
      ...fromBody('primary_post_id', 'archiving_post_id', 'values'),
      merge_comments: toFlag(body['merge_comments']),
    }),
  }),
];
