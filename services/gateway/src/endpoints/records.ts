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
import { forAnyone, forCallers, type Endpoint } from './endpoint.ts';
import { isOn, toFlag, toList, type SentValues } from './sent.ts';

/** Records, their lists and settings (docs/guides/writing-a-record.md, docs/reference/list-query.md). */
export const recordsEndpoints: readonly Endpoint[] = [
  forCallers('POST /{ns}-posts/v2/{post_type}', recordsCreate, ({ params, body, query }) => ({
    ...params,
    fields: body,
    ...writeOptions(query),
    check_for_duplicates: toList(query['check_for_duplicates']),
  })),
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/batch',
    recordsBatch,
    ({ params, body, query }) => ({
      ...params,
      items: body['items'],
      ...writeOptions(query),
      check_for_duplicates: toList(query['check_for_duplicates']),
    }),
    { extraMs: batchExtraMs },
  ),
  forCallers(
    'GET /{ns}-posts/v2/{post_type}/{id}',
    recordsGet,
    ({ params }) => ({ ...params, is_view: true }),
    { aliases: ['/{ns}-posts/{post_type}/v2/post-type/{id}'], tag: 'unstored' },
  ),
  ...(['POST', 'PATCH'] as const).map((method) =>
    forCallers(
      `${method} /{ns}-posts/v2/{post_type}/{id}`,
      recordsUpdate,
      ({ params, body, query, ifMatch }) => ({
        ...params,
        fields: body,
        ...writeOptions(query),
        if_match: ifMatch,
      }),
    ),
  ),
  forCallers('DELETE /{ns}-posts/v2/{post_type}/{id}', recordsDelete, ({ params, query, body }) => ({
    ...params,
    confirm: toFlag(query['confirm'] ?? body['confirm']),
  })),
  forCallers(
    'GET /{ns}-posts/v2/{post_type}',
    recordsList,
    ({ params, query, dialect }) => ({ ...params, query, dialect }),
    { aliases: ['/{ns}-posts/v2/{post_type}/list'], tag: 'unstored' },
  ),
  forCallers('POST /{ns}-posts/v2/{post_type}/list', recordsList, ({ params, query, body, dialect }) => ({
    ...params,
    query: Object.keys(body).length > 0 ? body : query,
    dialect,
  })),
  forCallers('GET /{ns}-posts/v2/{post_type}/settings', recordsSettings, ({ params }) => params, {
    tag: 'stored',
  }),
  forCallers('GET /{ns}-core/v1/settings', recordsCoreSettings, () => ({}), { tag: 'stored' }),
  forAnyone('GET /{ns}-public/{ns}-core/v1/settings', recordsPublicSettings, () => ({}), { tag: 'stored' }),
];

/** Options of a write. They come in the query: in the body they would be fields. */
function writeOptions(query: SentValues) {
  return { silent: isOn(query['silent']), do_not_overwrite: isOn(query['do_not_overwrite_existing_fields']) };
}
