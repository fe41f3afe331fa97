import { refusal, type Row } from '../row.ts';

const contacts = 'svc-posts/v2/contacts';
const update = `POST ${contacts}/:contact`;
const updated = ['svc.record.updated contacts/:contact'];
const notAllowed = (id: string) =>
  refusal('update_post', `You do not have permission to update contacts with ID ${id}`);

export const updateRows: readonly Row[] = [
  {
    name: 'one field changes, the others stay',
    request: update,
    json: { nickname: 'Em' },
    status: 200,
    body: {
      ID: '#contact',
      name: 'Mary',
      nickname: 'Em',
      gender: { key: 'female' },
      tags: ['old', 'kept'],
      contact_phone: [{ key: 'mobile', value: '123' }],
      baptism_date: { formatted: '2024-01-02' },
      x_rating: 3,
    },
    fires: updated,
  },
  {
    name: 'title wins over name',
    request: update,
    json: { title: 'The title', name: 'The name' },
    status: 200,
    body: { name: 'The title' },
    fires: updated,
  },
  {
    name: 'the record of another is refused before the fields are looked at',
    request: `POST ${contacts}/:carls`,
    json: { no_such_field: 1, gender: 'robot' },
    status: 403,
    body: notAllowed(':carls'),
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
