import { expect } from '@jest/globals';
import type { Sending } from '../support/http.ts';
import type { CallerName } from './scene.ts';

/**
 * A request and its results. In every text `:name` stands for a value of the scene (see `scene.ts`); a value that is only `#name` stands for the
 * value as a number.
 */
export interface Row extends Pick<Sending, 'json' | 'form' | 'query'> {
  /** A sentence about what the service does. */
  name: string;
  /** Method, and path after the API root. */
  request: string;
  /** The caller. Default: mona. */
  as?: CallerName;
  status: number;
  /** The expected body; objects may have more keys, lists may not have more items. */
  body?: unknown;
  /** Keys and words that the answer must not contain. */
  hasNot?: readonly string[];
  /** `<event type> <subject>` of all published events, in any order. Default: none. */
  fires?: readonly string[];
}

const contacts = 'svc-posts/v2/contacts';
const contact = `${contacts}/:contact`;

/** The body of every refusal. */
const refusal = (code: string, message: string | RegExp, data: object = {}) => ({ code, message, data });

/** A request that lacks parameters. */
const lacking = (name: string, request: string, params: string[], more: Partial<Row> = {}): Row => ({
  name,
  request,
  status: 400,
  body: refusal('rest_missing_callback_param', `Missing parameter(s): ${params.join(', ')}`, { params }),
  ...more,
});

/** A request with a parameter of another kind than it takes. */
const wrong = (name: string, request: string, param: string, more: Partial<Row> = {}): Row => ({
  name,
  request,
  status: 400,
  body: refusal('rest_invalid_param', `Invalid parameter(s): ${param}`),
  ...more,
});

/** The parsing of requests, and the precedence of several reasons for a refusal. What each operation takes is declared. */
const requestRows: readonly Row[] = [
  wrong(
    'an unknown post type is 400 before anything is asked about rights',
    'POST svc-posts/v2/planets',
    'post_type',
    { as: 'reg', json: { name: 'Mars' } },
  ),
  lacking('a new password without a token', 'POST svc/v1/users/reset_password', ['token'], {
    as: 'stranger',
    form: { password: 'long-enough-1' },
  }),
  {
    name: 'a list is refused for lack of rights before its query is looked at',
    request: `GET ${contacts}`,
    as: 'reg',
    query: { shoe_size: [42] },
    status: 403,
    body: refusal('search_viewable_post', 'You do not have access to these'),
  },
  {
    name: 'what clients send along with a list and means nothing is passed over',
    request: `GET ${contacts}`,
    query:
      'limit=0&force_refresh=1&combine[]=subassigned&archived=false&status=all&_=17&_locale=user&post_type=x',
    status: 200,
    body: { posts: [] },
  },
  {
    name: 'counts for maps take the filters of lists',
    request: 'GET svc/v1/mapping_module/location_counts',
    query: 'post_type=contacts&fields[0][shoe_size][]=1&limit=0&_=1',
    status: 400,
    body: refusal('fields_to_sql', 'One or more fields do not exist', { key: 'shoe_size' }),
  },
  {
    name: 'the part of notifications is in the body, not in the query',
    request: 'POST svc/v1/notifications/get_notifications',
    query: { page: 0, limit: 9 },
    status: 400,
    body: refusal('notification_param_error', 'Please set the page and limit query parameters'),
  },
  {
    name: 'an operator is no id',
    request: 'POST svc/v1/notifications/mark_viewed/%7B%22$gt%22:0%7D',
    status: 404,
    body: { code: 'rest_no_route' },
  },
];

const recordRows: readonly Row[] = [
  {
    name: 'a contact with nothing but a name gets the defaults',
    request: `POST ${contacts}`,
    json: { name: 'Bob' },
    status: 200,
    body: {
      ID: '#created',
      post_type: 'contacts',
      name: 'Bob',
      title: 'Bob',
      permalink: /\/contacts\/:created\/$/,
      type: { key: 'access', label: 'Standard Contact' },
      overall_status: { key: 'active', label: 'Active' },
      seeker_path: { key: 'none', label: 'Contact Attempt Needed' },
      sources: ['personal'],
      assigned_to: { id: ':mona', type: 'user', display: 'Mona', 'assigned-to': 'user-:mona' },
      post_author: ':mona',
      post_author_display_name: 'Mona',
      requires_update: false,
      post_date: { timestamp: /^\d{10}$/, formatted: /^\d{4}-\d\d-\d\d$/ },
      created_date: { timestamp: /^\d{10}$/ },
      last_modified: { timestamp: /^\d{10}$/ },
    },
    hasNot: ['nickname', 'contact_phone', 'tags', 'version', 'sharedWith'],
    fires: ['svc.record.created contacts/:created', 'svc.share.created contacts/:created'],
  },
  {
    name: 'all problems are told at once, the first in front',
    request: `POST ${contacts}`,
    json: { name: 'Troubled', gender: 'robot', x_rating: 9, tags: 'plain', nickname: 'fine' },
    status: 400,
    body: refusal('create_post', /gender, received robot$/, {
      field: 'gender',
      errors: [
        { field: 'x_rating', code: 'create_post', message: /: x_rating, received 9$/ },
        { field: 'tags', code: 'update_multi_select_fields', message: 'missing values field on: tags' },
      ],
    }),
  },
  {
    name: 'title wins over name, and other fields stay',
    request: `POST ${contact}`,
    json: { title: 'The title', name: 'The name' },
    status: 200,
    body: { ID: '#contact', name: 'The title', nickname: 'Mimi', tags: ['old', 'kept'], x_rating: 3 },
    fires: ['svc.record.updated contacts/:contact'],
  },
  {
    name: 'a connection names a record by its title',
    request: `PATCH ${contact}`,
    json: { groups: { values: [{ value: 'Riverside' }] }, nickname: 'By the river' },
    status: 200,
    body: { nickname: 'By the river', groups: [{ ID: '#group', post_title: 'Riverside' }] },
    fires: ['svc.record.updated contacts/:contact', 'svc.record.updated groups/:group'],
  },
  {
    name: 'a title that no record has connects nothing, and creates nothing',
    request: `PATCH ${contact}`,
    json: { groups: { values: [{ value: 'Lakeside' }] } },
    status: 400,
    body: refusal('update_connections', /groups, received Lakeside$/, { field: 'groups' }),
  },
  {
    name: 'the record of another is refused before the fields are looked at',
    request: `POST ${contacts}/:carls`,
    json: { no_such_field: 1, gender: 'robot' },
    status: 403,
    body: refusal('update_post', 'You do not have permission to update contacts with ID :carls'),
  },
  {
    name: 'unknown fields are refused, all of them named',
    request: `POST ${contact}`,
    json: { shoe_size: 42, hat: 'red', nickname: 'Written?' },
    status: 400,
    body: refusal('update_post', 'One or more fields do not exist', { bad_fields: ['shoe_size', 'hat'] }),
  },
  {
    name: 'the author deletes a record, its comments with it',
    request: `DELETE ${contact}`,
    status: 200,
    body: true,
    fires: [
      'svc.record.deleted contacts/:contact',
      'svc.comment.deleted contacts/:contact/comments/:comment',
    ],
  },
  {
    name: 'the record of another is not viewed',
    request: `GET ${contacts}/:carls`,
    status: 403,
    body: refusal('get_post', "Sorry, you don't have permission to view the contact with id :carls."),
    hasNot: ['Carlotta'],
  },
  {
    name: 'a merge may come as a form',
    request: `POST ${contacts}/merge`,
    form: {
      primary_post_id: ':contact',
      archiving_post_id: ':twin',
      values: { nickname: 'Both' },
      merge_comments: 'false',
    },
    status: 200,
    body: { ID: '#contact', nickname: 'Both' },
    fires: ['svc.record.updated contacts/:contact', 'svc.record.updated contacts/:twin'],
  },
  {
    name: 'a form brings a record back',
    request: `POST ${contact}/revert_activity_history`,
    form: { ts_start: 0, ts_end: 1, field_types: ['text'] },
    status: 200,
    body: { ID: '#contact', name: 'Mary' },
    fires: ['svc.record.updated contacts/:contact'],
  },
  {
    name: 'the stored rows of a record',
    request: `GET ${contact}/activity`,
    query: 'revert=1&ts_start=0&field_types[]=number&actions=field_update&extra_meta=true&result_order=DESC',
    status: 200,
    body: [
      {
        action: 'field_update',
        object_type: 'contacts',
        object_subtype: 'x_rating',
        user_id: ':mona',
        meta_key: 'x_rating',
        meta_value: '3',
        old_value: '',
        field_type: 'number',
        name: 'Mona',
        object_note: 'Rating: 3',
        object_note_raw: 'Added Rating: 3',
        object_id: ':contact',
      },
    ],
  },
  {
    name: 'an item of another record is an empty list',
    request: `GET ${contacts}/:shared/activity/:activity`,
    status: 200,
    body: [],
  },
];

const sharingRows: readonly Row[] = [
  lacking('a user in the query of a share is none', `POST ${contact}/shares`, ['user_id'], {
    query: { user_id: 4 },
  }),
  {
    name: 'a form shares it as well',
    request: `POST ${contact}/shares`,
    form: { user_id: ':reg' },
    status: 200,
    body: 1,
    fires: ['svc.record.updated contacts/:contact', 'svc.share.created contacts/:contact'],
  },
  {
    name: 'a share is taken away by the query',
    request: `DELETE ${contacts}/:shared/shares`,
    query: { user_id: ':carl' },
    status: 200,
    body: 1,
    fires: ['svc.record.updated contacts/:shared', 'svc.share.deleted contacts/:shared'],
  },
  {
    name: 'a contact is declined, and goes back to who assigned it',
    request: `POST ${contacts}/:shared/accept`,
    form: { accept: 'false' },
    status: 200,
    body: { overall_status: { key: 'unassigned' }, assigned_to: { id: ':carl' } },
    fires: ['svc.record.updated contacts/:shared'],
  },
  {
    name: 'a group is not accepted',
    request: 'POST svc-posts/v2/groups/:group/accept',
    json: { accept: true },
    status: 404,
    body: refusal('rest_no_route', /./),
  },
];

const filters = 'svc/v1/users/save_filters';

/** The order matters: a filter that one row saves exists in the next. */
const settingsRows: readonly Row[] = [
  wrong('a type that nobody declares has no filters', 'GET svc/v1/users/get_filters', 'post_type', {
    query: { post_type: 'hats' },
  }),
  {
    name: 'a filter is saved from a form',
    request: `POST ${filters}`,
    as: 'carl',
    form: { post_type: 'contacts', filter: { ID: '7', name: 'Men', query: { gender: ['male'] } } },
    status: 200,
    body: true,
  },
  {
    name: 'a saved filter is deleted by the query',
    request: `DELETE ${filters}`,
    as: 'carl',
    query: { post_type: 'contacts', id: '7' },
    status: 200,
    body: true,
  },
  {
    name: 'the settings of the installation, for users without rights too',
    request: 'GET svc-core/v1/settings',
    as: 'reg',
    status: 200,
    body: {
      available_translations: expect.arrayContaining(
        [
          {
            language: 'en_US',
            label: 'English (United States)',
            english_name: 'English (United States)',
            native_name: 'English (United States)',
            flag: '🇺🇸',
            rtl: false,
            site_default: true,
          },
          { language: 'ur', native_name: 'اُردُو', rtl: true },
        ].map((each) => expect.objectContaining(each) as unknown),
      ),
      post_types: {
        contacts: { post_type: 'contacts', fields: { tags: { type: 'tags', default: [] } } },
        groups: { label_plural: 'Groups' },
        peoplegroups: { label_plural: 'People Groups' },
      },
      mapping: { mapbox_api_key: false, google_api_key: false },
    },
  },
];

export const rows: readonly (readonly [about: string, rows: readonly Row[]])[] = [
  ['requests', requestRows],
  ['records, their history and merging', recordRows],
  ['sharing and following', sharingRows],
  ['filters and settings', settingsRows],
];
