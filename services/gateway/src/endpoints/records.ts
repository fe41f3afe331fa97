import {
  batchExtraMs,
  recordsBatch,
  recordsCreate,
  recordsDelete,
  recordsGet,
  recordsList,
  recordsCoreSettings,
  recordsPublicSettings,
  recordsSettings,
  recordsUpdate,
} from '@svc/contracts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { isOn, toList, type SentValues } from './sent.ts';

/** Records, their lists and settings (docs/writing-a-record.md, docs/list-query.md). */
export const recordsEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/{post_type}',
    access: 'caller',
    operation: recordsCreate,
    input: ({ params, body, query }) => ({
      ...params,
      fields: body,
      ...writeOptions(query),
      check_for_duplicates: toList(query['check_for_duplicates']),
    }),
  }),
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/{post_type}/batch',
    access: 'caller',
    extraMs: batchExtraMs,
    operation: recordsBatch,
    input: ({ params, body, query }) => ({
      ...params,
      items: body['items'],
      ...writeOptions(query),
      check_for_duplicates: toList(query['check_for_duplicates']),
    }),
  }),
  defineEndpoint({
    route: 'GET /{ns}-posts/v2/{post_type}/{id}',
    aliases: ['/{ns}-posts/{post_type}/v2/post-type/{id}'],
    access: 'caller',
    tag: 'unstored',
    operation: recordsGet,
    input: ({ params }) => ({ ...params, is_view: true }),
  }),
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/{post_type}/{id}',
    access: 'caller',
    operation: recordsUpdate,
    input: ({ params, body, query, ifMatch }) => ({
      ...params,
      fields: body,
      ...writeOptions(query),
      if_match: ifMatch,
    }),
  }),
  defineEndpoint({
    route: 'DELETE /{ns}-posts/v2/{post_type}/{id}',
    access: 'caller',
    operation: recordsDelete,
    input: ({ params }) => params,
  }),
  defineEndpoint({
    route: 'GET /{ns}-posts/v2/{post_type}',
    aliases: ['/{ns}-posts/v2/{post_type}/list'],
    access: 'caller',
    tag: 'unstored',
    operation: recordsList,
    input: ({ params, query, dialect }) => ({ ...params, query, dialect }),
  }),
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/{post_type}/list',
    access: 'caller',
    operation: recordsList,
    input: ({ params, query, body, dialect }) => ({
      ...params,
      query: Object.keys(body).length > 0 ? body : query,
      dialect,
    }),
  }),
  defineEndpoint({
    route: 'GET /{ns}-posts/v2/{post_type}/settings',
    access: 'caller',
    tag: 'stored',
    operation: recordsSettings,
    input: ({ params }) => params,
  }),
  defineEndpoint({
    route: 'GET /{ns}-core/v1/settings',
    access: 'caller',
    tag: 'stored',
    operation: recordsCoreSettings,
    input: () => ({}),
  }),
  defineEndpoint({
    route: 'GET /{ns}-public/{ns}-core/v1/settings',
    access: 'public',
    tag: 'stored',
    operation: recordsPublicSettings,
    input: () => ({}),
  }),
];

/** Options of a write. They come in the query: in the body they would be fields. */
function writeOptions(query: SentValues) {
  return { silent: isOn(query['silent']), do_not_overwrite: isOn(query['do_not_overwrite_existing_fields']) };
}
