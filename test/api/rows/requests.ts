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
    name: 'a stranger learns nothing about post types',
    request: 'POST svc-posts/v2/planets',
    as: 'stranger',
    json: { name: 'Mars' },
    status: 401,
    body: stranger,
  },
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
    name: 'an id that is no number is 404',
    request: `GET ${contacts}/twelve`,
    status: 404,
    body: noRoute,
  },
  { name: 'PUT is 404', request: `PUT ${contacts}/:contact`, json: {}, status: 404, body: noRoute },
  { name: 'PATCH is 404', request: `PATCH ${contacts}/:contact`, json: {}, status: 404, body: noRoute },
  {
    name: 'another method on the path of the token is 404',
    request: 'GET jwt-auth/v1/token',
    as: 'stranger',
    status: 404,
    body: noRoute,
  },
  {
    name: 'paths of another prefix than the configured ones are 404',
    request: 'GET abc-posts/v2/contacts',
    status: 404,
    body: noRoute,
  },
  {
    name: 'a trailing slash matches when reading',
    request: `GET ${contacts}/:contact/`,
    status: 200,
    body: { ID: '#contact', name: 'Mary' },
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
    name: 'a body that says it is JSON and is not is 400',
    request: `POST ${contacts}`,
    raw: '{"name": "Half',
    headers: { 'content-type': 'application/json' },
    status: 400,
    body: refusal('rest_invalid_json', 'Invalid JSON body passed.'),
  },
  {
    name: 'a JSON body that is a list is 400',
    request: `POST ${contacts}`,
    json: [{ name: 'In a list' }],
    status: 400,
    body: refusal('rest_invalid_param', /JSON object/),
  },
  {
    name: 'a body of another type is 415',
    request: `POST ${contacts}`,
    raw: '<name>Xml</name>',
    headers: { 'content-type': 'application/xml' },
    status: 415,
    body: refusal('unsupported_media_type', /application\/json/),
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
