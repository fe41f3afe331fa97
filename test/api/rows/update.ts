import { refusal, type Row } from '../row.ts';

const contacts = 'svc-posts/v2/contacts';
const update = `POST ${contacts}/:contact`;

export const updateRows: readonly Row[] = [
  {
    name: 'title wins over name, and other fields stay',
    request: update,
    json: { title: 'The title', name: 'The name' },
    status: 200,
    body: { ID: '#contact', name: 'The title', nickname: 'Mimi', tags: ['old', 'kept'], x_rating: 3 },
    fires: ['svc.record.updated contacts/:contact'],
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
    request: update,
    json: { shoe_size: 42, hat: 'red', nickname: 'Written?' },
    status: 400,
    body: refusal('update_post', 'One or more fields do not exist', { bad_fields: ['shoe_size', 'hat'] }),
  },
  {
    name: 'the author deletes a record, its comments with it',
    request: `DELETE ${contacts}/:contact`,
    status: 200,
    body: true,
    fires: [
      'svc.record.deleted contacts/:contact',
      'svc.comment.deleted contacts/:contact/comments/:comment',
    ],
  },
];
