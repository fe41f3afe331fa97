import { refusal, type Row } from '../row.ts';

const contacts = 'svc-posts/v2/contacts';
const shares = `${contacts}/:contact/shares`;

const wrongUser = refusal('rest_invalid_param', 'Invalid parameter(s): user_id', {
  params: { user_id: /user_id/ },
});
const noUser = refusal('rest_missing_callback_param', 'Missing parameter(s): user_id', {
  params: ['user_id'],
});

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
  {
    name: 'a user in the query of a share is none',
    request: `POST ${shares}`,
    query: { user_id: 4 },
    status: 400,
    body: noUser,
  },
  {
    name: 'a user is an integer',
    request: `POST ${shares}`,
    json: { user_id: 'carl' },
    status: 400,
    body: wrongUser,
  },
  {
    name: 'a share is taken away by the query',
    request: `DELETE ${contacts}/:shared/shares`,
    query: { user_id: ':carl' },
    status: 200,
    body: 1,
    fires: changed('deleted', 'contacts/:shared'),
  },
  { name: 'taking away needs a user', request: `DELETE ${shares}`, status: 400, body: noUser },
  {
    name: 'an operator in the query takes nothing away',
    request: `DELETE ${shares}`,
    query: { user_id: { $gt: 0 } },
    status: 400,
    body: wrongUser,
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
    name: 'whether it is accepted has to be said',
    request: `POST ${contacts}/:shared/accept`,
    json: {},
    status: 400,
    body: refusal('rest_missing_callback_param', 'Missing parameter(s): accept'),
  },
  {
    name: 'a group is not accepted',
    request: 'POST svc-posts/v2/groups/:group/accept',
    json: { accept: true },
    status: 404,
    body: refusal('rest_no_route', /./),
  },
];
