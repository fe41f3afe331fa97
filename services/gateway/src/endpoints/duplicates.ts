import {
  recordsAllDuplicates,
  recordsAllOfTypeDuplicates,
  recordsCheckFieldValueExists,
  recordsDismissDuplicates,
  recordsDuplicates,
  recordsMerge,
} from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { flag } from './coercions.ts';
import { fromBody, fromQuery, inBody, inPath } from './input-sources.ts';

/** Possible duplicates of records, and merging them. */
export const duplicatesEndpoints: readonly Endpoint[] = [
  forCallers('GET /{ns}-posts/v2/{post_type}/{id}/duplicates', recordsDuplicates, {}),
  forCallers('GET /{ns}-posts/v2/{post_type}/{id}/all_duplicates', recordsAllDuplicates, fromQuery('limit')),
  forCallers('POST /{ns}-posts/v2/{post_type}/{id}/dismiss-duplicates', recordsDismissDuplicates, {
    record_id: inPath('id'),
    id: inBody('id'),
  }),
  forCallers('GET /{ns}-posts/v2/{post_type}/all-duplicates', recordsAllOfTypeDuplicates, fromQuery('limit')),
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/check_field_value_exists',
    recordsCheckFieldValueExists,
    fromBody('communication_channel', 'field_value'),
  ),
  forCallers('POST /{ns}-posts/v2/{post_type}/merge', recordsMerge, {
    ...fromBody('primary_post_id', 'archiving_post_id', 'values'),
    merge_comments: inBody('merge_comments', flag),
  }),
];
