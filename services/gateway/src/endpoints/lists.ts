import {
  recordsAggregate,
  recordsCompact,
  recordsGenerations,
  recordsMultiSelectValues,
  recordsSplitBy,
  usersDeleteFilter,
  usersFilters,
  usersSaveFilter,
} from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { flag, isNotOff } from './coercions.ts';
import { firstOf, fromBody, fromQuery, inBody, inQuery, theDialect } from './input-sources.ts';

/** The clients' web components send the name in camel case. */
const postTypeInBody = [inBody('post_type'), inBody('postType')];

/** The requests of pickers and of the list page other than lists (docs/guides/picking.md), and the filters that users save there. */
export const listsEndpoints: readonly Endpoint[] = [
  forCallers('GET /{ns}-posts/v2/{post_type}/compact', recordsCompact, {
    ...fromQuery('s', 'field_key'),
    include_users: inQuery('include-users', isNotOff),
    dialect: theDialect,
  }),
  forCallers(
    'GET /{ns}-posts/v2/{post_type}/multi-select-values',
    recordsMultiSelectValues,
    fromQuery('field', 's'),
  ),
  forCallers('POST /{ns}-posts/v2/{post_type}/aggregate', recordsAggregate, {
    ...fromBody('filters', 'group_by', 'measures'),
    dialect: theDialect,
  }),
  forCallers('POST /{ns}-posts/v2/{post_type}/split_by', recordsSplitBy, {
    ...fromBody('field_id', 'filters'),
    dialect: theDialect,
  }),
  forCallers('POST /{ns}/v1/metrics/personal/genmap', recordsGenerations, {
    ...fromBody('post_type', 'p2p_type', 'p2p_direction', 'focus_id', 'gen_depth_limit'),
    show_archived: inBody('show_archived', flag),
  }),
  forCallers('GET /{ns}/v1/users/get_filters', usersFilters, {
    ...fromQuery('post_type'),
    dialect: theDialect,
  }),
  forCallers('POST /{ns}/v1/users/save_filters', usersSaveFilter, {
    post_type: firstOf(...postTypeInBody),
    ...fromBody('filter'),
    dialect: theDialect,
  }),
  forCallers('DELETE /{ns}/v1/users/save_filters', usersDeleteFilter, {
    post_type: firstOf(...postTypeInBody, inQuery('post_type')),
    id: firstOf(inBody('id'), inQuery('id')),
  }),
];
