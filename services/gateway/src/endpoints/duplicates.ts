import {
  recordsAllDuplicates,
  recordsAllOfTypeDuplicates,
  recordsCheckFieldValueExists,
  recordsDismissDuplicates,
  recordsDuplicates,
} from '@svc/contracts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';

/** Possible duplicates of records (decisions, "Paths"). */
export const duplicatesEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/{ns}-posts/v2/{post_type}/{id}/duplicates',
    access: 'caller',
    operation: recordsDuplicates,
    input: ({ params }) => params,
  }),
  defineEndpoint({
    method: 'GET',
    path: '/{ns}-posts/v2/{post_type}/{id}/all_duplicates',
    access: 'caller',
    operation: recordsAllDuplicates,
    input: ({ params, query }) => ({ ...params, limit: query['limit'] }),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/{ns}-posts/v2/{post_type}/{id}/dismiss-duplicates',
    access: 'caller',
    operation: recordsDismissDuplicates,
    input: ({ params, body }) => ({ post_type: params.post_type, record_id: params.id, id: body['id'] }),
  }),
  defineEndpoint({
    method: 'GET',
    path: '/{ns}-posts/v2/{post_type}/all-duplicates',
    access: 'caller',
    operation: recordsAllOfTypeDuplicates,
    input: ({ params, query }) => ({ ...params, limit: query['limit'] }),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/{ns}-posts/v2/{post_type}/check_field_value_exists',
    access: 'caller',
    operation: recordsCheckFieldValueExists,
    input: ({ params, body }) => ({
      ...params,
      communication_channel: body['communication_channel'],
      field_value: body['field_value'],
    }),
  }),
];
