import { refusal, type Row } from '../row.ts';

const create = 'POST svc-posts/v2/contacts';

export const createRows: readonly Row[] = [
  {
    name: 'a contact with nothing but a name gets the defaults',
    request: create,
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
    name: 'a contact by somebody who may not is refused before its fields are looked at',
    request: create,
    as: 'reg',
    json: { no_such_field: 1 },
    status: 403,
    body: refusal('create_post', 'You do not have permission for this'),
  },
  {
    name: 'all problems are told at once, the first in front',
    request: create,
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
];
