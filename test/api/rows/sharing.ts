import { lacking, refusal, type Row } from '../row.ts';

const contacts = 'svc-posts/v2/contacts';
const shares = `${contacts}/:contact/shares`;

const changed = (verb: string, record = 'contacts/:contact') => [
  `svc.record.updated ${record}`,
  `svc.share.${verb} ${record}`,
];

export const sharingRows: readonly Row[] = [
  {
    name: 'a form shares it as well',
    request: `POST ${shares}`,
    form: { user_id: ':reg' },
    status: 200,
    body: 1,
    fires: changed('created'),
  },
  lacking('a user in the query of a share is none', `POST ${shares}`, ['user_id'], { query: { user_id: 4 } }),
  {
    name: 'a share is taken away by the query',
    request: `DELETE ${contacts}/:shared/shares`,
    query: { user_id: ':carl' },
    status: 200,
    body: 1,
    fires: changed('deleted', 'contacts/:shared'),
  },
  lacking('taking away needs a user', `DELETE ${shares}`, ['user_id']),
  {
    name: 'a contact is declined, and goes back to who assigned it',
    request: `POST ${contacts}/:shared/accept`,
    form: { accept: 'false' },
    status: 200,
    body: { overall_status: { key: 'unassigned' }, assigned_to: { id: ':carl' } },
    fires: ['svc.record.updated contacts/:shared'],
  },
  lacking('whether it is accepted has to be said', `POST ${contacts}/:shared/accept`, ['accept']),
  {
    name: 'a group is not accepted',
    request: 'POST svc-posts/v2/groups/:group/accept',
    json: { accept: true },
    status: 404,
    body: refusal('rest_no_route', /./),
  },
];
