import {
  recordsAllDuplicates,
  recordsAllOfTypeDuplicates,
  recordsCheckFieldValueExists,
  recordsDismissDuplicates,
  recordsDuplicates,
  recordsMerge,
} from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { toFlag } from './sent.ts';

/** Possible duplicates of records, and merging them. */
export const duplicatesEndpoints: readonly Endpoint[] = [
  forCallers('GET /{ns}-posts/v2/{post_type}/{id}/duplicates', recordsDuplicates, ({ params }) => params),
  forCallers(
    'GET /{ns}-posts/v2/{post_type}/{id}/all_duplicates',
    recordsAllDuplicates,
    ({ params, query }) => ({ ...params, limit: query['limit'] }),
  ),
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/{id}/dismiss-duplicates',
    recordsDismissDuplicates,
    ({ params, body }) => ({ post_type: params.post_type, record_id: params.id, id: body['id'] }),
  ),
  forCallers(
    'GET /{ns}-posts/v2/{post_type}/all-duplicates',
    recordsAllOfTypeDuplicates,
    ({ params, query }) => ({ ...params, limit: query['limit'] }),
  ),
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/check_field_value_exists',
    recordsCheckFieldValueExists,
    ({ params, fromBody }) => ({ ...params, ...fromBody('communication_channel', 'field_value') }),
  ),
  forCallers('POST /{ns}-posts/v2/{post_type}/merge', recordsMerge, ({ params, body, fromBody }) => ({
    ...params,
    ...fromBody('primary_post_id', 'archiving_post_id', 'values'),
    merge_comments: toFlag(body['merge_comments']),
  })),
];
