import {
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
import { commaList, flag, isOn } from './coercions.ts';
import {
  constant,
  firstOf,
  fromBody,
  ifMatch,
  inBody,
  inQuery,
  theDialect,
  wholeBody,
  wholeQuery,
} from './input-sources.ts';

/** Options of a write. They come in the query: in the body they would be fields. */
const writeOptions = {
  silent: inQuery('silent', isOn),
  do_not_overwrite: inQuery('do_not_overwrite_existing_fields', isOn),
};

/** Records, their lists and settings (docs/guides/writing-a-record.md, docs/reference/list-query.md). */
export const recordsEndpoints: readonly Endpoint[] = [
  forCallers(
    'POST /{ns}-posts/v2/{post_type}',
    recordsCreate,
    {
      fields: wholeBody,
      ...writeOptions,
      check_for_duplicates: inQuery('check_for_duplicates', commaList),
    },
    { tagsRecord: true },
  ),
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/batch',
    recordsBatch,
    {
      ...fromBody('items'),
      ...writeOptions,
      check_for_duplicates: inQuery('check_for_duplicates', commaList),
    },
    { takesLong: true },
  ),
  forCallers(
    'GET /{ns}-posts/v2/{post_type}/{id}',
    recordsGet,
    {
      is_view: constant(true),
      fields_to_return: inQuery('fields_to_return', commaList),
      dialect: theDialect,
    },
    { aliases: ['/{ns}-posts/{post_type}/v2/post-type/{id}'], tag: 'unstored' },
  ),
  ...(['POST', 'PATCH'] as const).map((method) =>
    forCallers(
      `${method} /{ns}-posts/v2/{post_type}/{id}`,
      recordsUpdate,
      { fields: wholeBody, ...writeOptions, if_match: ifMatch },
      { tagsRecord: true },
    ),
  ),
  forCallers('DELETE /{ns}-posts/v2/{post_type}/{id}', recordsDelete, {
    confirm: firstOf(inQuery('confirm', flag), inBody('confirm', flag)),
  }),
  forCallers(
    'GET /{ns}-posts/v2/{post_type}',
    recordsList,
    { query: wholeQuery, dialect: theDialect },
    { aliases: ['/{ns}-posts/v2/{post_type}/list'], tag: 'unstored' },
  ),
  forCallers('POST /{ns}-posts/v2/{post_type}/list', recordsList, {
    query: firstOf(wholeBody, wholeQuery),
    dialect: theDialect,
  }),
  forCallers(
    'GET /{ns}-posts/v2/{post_type}/settings',
    recordsSettings,
    {},
    {
      tag: 'stored',
    },
  ),
  forCallers('GET /{ns}-core/v1/settings', recordsCoreSettings, {}, { tag: 'stored' }),
  forAnyone('GET /{ns}-public/{ns}-core/v1/settings', recordsPublicSettings, {}, { tag: 'stored' }),
];
