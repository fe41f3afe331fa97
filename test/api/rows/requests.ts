import { refusal, type Row } from '../row.ts';

const contacts = 'svc-posts/v2/contacts';
const unknownType = refusal('rest_invalid_param', /post_type/, {
  params: { post_type: 'planets is not a valid post type' },
});

/** The parsing of requests, and the precedence of several reasons for a refusal. */
export const requestRows: readonly Row[] = [
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
