import { refusal, type Row } from '../row.ts';

const contacts = 'svc-posts/v2/contacts';
const noRoute = refusal('rest_no_route', 'No route was found matching the URL and request method.');
const stranger = refusal('rest_cannot_access', 'Only authenticated users can access the REST API.');
const unknownType = refusal('rest_invalid_param', /post_type/, {
  params: { post_type: 'planets is not a valid post type' },
});

/** How requests are read, and which of several reasons to refuse one is told. */
export const requestRows: readonly Row[] = [
  {
    name: 'a stranger learns nothing about paths: 401 comes before 404',
    request: 'GET svc/v1/no/such/path',
    as: 'stranger',
    status: 401,
    body: stranger,
  },
  { name: 'a path that is none is 404', request: 'GET svc/v1/no/such/path', status: 404, body: noRoute },
  {
    name: 'an unknown post type is 400 before anything is asked about rights',
    request: 'POST svc-posts/v2/planets',
    as: 'reg',
    json: { name: 'Mars' },
    status: 400,
    body: unknownType,
  },
  {
    name: 'an unknown post type is 400 for a record',
    request: 'GET svc-posts/v2/planets/:contact',
    status: 400,
    body: unknownType,
  },
  {
    name: 'an unknown post type is 400 for a list',
    request: 'GET svc-posts/v2/planets',
    as: 'reg',
    status: 400,
    body: unknownType,
  },
  {
    name: 'an unknown post type is 400 for comments',
    request: 'POST svc-posts/v2/planets/:contact/comments',
    json: { comment: 'Far away' },
    status: 400,
    body: unknownType,
  },
  {
    name: 'paths of another prefix than the configured ones are 404',
    request: 'GET abc-posts/v2/contacts',
    status: 404,
    body: noRoute,
  },
  {
    name: 'a trailing slash matches when writing',
    request: `POST ${contacts}/`,
    json: { name: 'Slash' },
    status: 200,
    body: { name: 'Slash' },
    fires: ['svc.record.created contacts/:created', 'svc.share.created contacts/:created'],
  },
  {
    name: 'a body larger than 1 MB is 413',
    request: `POST ${contacts}`,
    json: { name: 'x'.repeat(1_048_577) },
    status: 413,
    body: refusal('request_too_large', /1 MB/),
  },
  {
    name: 'an empty body with a JSON content type is an empty object',
    request: `DELETE ${contacts}/:contact`,
    raw: '',
    headers: { 'content-type': 'application/json' },
    status: 200,
    body: true,
    fires: [
      'svc.record.deleted contacts/:contact',
      'svc.comment.deleted contacts/:contact/comments/:comment',
    ],
  },
  {
    name: 'a form is read like JSON, with nested brackets',
    request: `POST ${contacts}`,
    form: {
      title: 'Formed',
      contact_phone: [{ value: '12 34' }],
      tags: { values: [{ value: 'a & b' }, { value: 'с пробелом' }] },
      requires_update: 'true',
      x_rating: '5',
      assigned_to: ':mona',
    },
    status: 200,
    body: {
      name: 'Formed',
      contact_phone: [{ value: '12 34', verified: false }],
      tags: ['a & b', 'с пробелом'],
      requires_update: true,
      x_rating: 5,
      assigned_to: { id: ':mona' },
    },
    fires: ['svc.record.created contacts/:created', 'svc.share.created contacts/:created'],
  },
];
