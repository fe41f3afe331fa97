import { refusal, type Row } from '../row.ts';

const create = 'POST svc-posts/v2/contacts';
const created = ['svc.record.created contacts/:created', 'svc.share.created contacts/:created'];

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
    fires: created,
  },
  {
    name: 'a value of every type of field',
    request: create,
    json: {
      name: 'All',
      nickname: 'Everything',
      x_story: 'Line 1\nLine 2',
      x_rating: '2',
      requires_update: true,
      gender: 'male',
      milestones: { values: [{ value: 'milestone_belief' }] },
      tags: { values: [{ value: 'one' }, { value: 'two' }] },
      baptism_date: '2024-02-29',
      x_appointment: '2024-02-29 10:30 +02:00',
      contact_email: [{ value: 'all@example.test', verified: true }],
      assigned_to: 'user-:carl',
    },
    status: 200,
    body: {
      nickname: 'Everything',
      x_story: 'Line 1\nLine 2',
      x_rating: 2,
      requires_update: true,
      gender: { key: 'male', label: 'Male' },
      milestones: ['milestone_belief'],
      tags: ['one', 'two'],
      baptism_date: { timestamp: '1709164800', formatted: '2024-02-29' },
      x_appointment: { timestamp: '1709195400', formatted: '2024-02-29 08:30:00' },
      contact_email: [{ value: 'all@example.test', verified: true, key: /^contact_email_/ }],
      assigned_to: { id: ':carl', display: 'Carl' },
    },
    // The record is shared with its author and its assignee.
    fires: [...created, 'svc.share.created contacts/:created'],
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
        {
          field: 'x_rating',
          code: 'create_post',
          message: 'number value must be within min, max bounds: x_rating, received 9',
        },
        {
          field: 'tags',
          code: 'update_multi_select_fields',
          message: 'missing values field on: tags',
        },
      ],
    }),
  },
];
