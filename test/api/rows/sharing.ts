import { refusal, type Row } from '../row.ts';

const contacts = 'svc-posts/v2/contacts';
const shares = `${contacts}/:contact/shares`;
const following = `${contacts}/:contact/following`;

const noView = refusal('no_permission', 'You do not have permission for this');
const noShare = refusal('add_shared', 'You do not have permission for this');
const noUnshare = refusal('remove_shared', 'You do not have permission to unshare');
const noFollowing = refusal('get_users_following_post', 'You do not have access to: contacts');
const noAccept = refusal('accept_contact', 'You do not have permission for this');
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

const share = (name: string) => ({ user_id: `:${name}`, post_id: ':shared', meta: null, id: /^\d+$/ });

const sharing: Row[] = [
  {
    name: 'whom a record is shared with, in the order in which they came',
    request: `GET ${contacts}/:shared/shares`,
    status: 200,
    body: [
      { ...share('carl'), display_name: 'Carl' },
      { ...share('mona'), display_name: 'Mona' },
    ],
  },
  {
    name: 'whom it is shared with is not told to others',
    request: `GET ${shares}`,
    as: 'carl',
    status: 403,
    body: noView,
  },
  {
    name: 'a record is shared with somebody its owner has nothing to do with',
    request: `POST ${shares}`,
    json: { user_id: '#carl' },
    status: 200,
    body: 1,
    fires: changed('created'),
  },
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
    name: 'who does not see a record does not share it, not even with themselves',
    request: `POST ${contacts}/:carls/shares`,
    json: { user_id: '#mona' },
    status: 403,
    body: noShare,
  },
  {
    name: 'a share is taken away by the body',
    request: `DELETE ${contacts}/:shared/shares`,
    json: { user_id: '#carl' },
    status: 200,
    body: 1,
    fires: changed('deleted', 'contacts/:shared'),
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
    name: 'who does not see a record takes it from nobody',
    request: `DELETE ${contacts}/:carls/shares`,
    json: { user_id: '#carl' },
    status: 403,
    body: noUnshare,
  },
];

const followers: Row[] = [
  {
    name: 'who follows a record, as numbers',
    request: `GET ${contacts}/:shared/following`,
    status: 200,
    body: ['#carl', '#mona'],
  },
  {
    name: 'a user asks not to follow as clients do',
    request: `POST ${contacts}/:shared`,
    as: 'carl',
    json: {
      follow: { values: [{ value: '#carl', delete: true }] },
      unfollow: { values: [{ value: '#carl', delete: false }] },
    },
    status: 200,
    body: { ID: '#shared', unfollow: [] },
    fires: ['svc.record.updated contacts/:shared', 'svc.follow.updated contacts/:shared'],
  },
  {
    name: 'who follows a record is not told to others',
    request: `GET ${following}`,
    as: 'carl',
    status: 403,
    body: noFollowing,
  },
];

const asking: Row[] = [
  {
    name: 'a contact is accepted',
    request: `POST ${contacts}/:shared/accept`,
    json: { accept: true },
    status: 200,
    body: { ID: '#shared', overall_status: { key: 'active' }, accepted: true },
    fires: ['svc.record.updated contacts/:shared'],
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
    name: 'the contact of another is not accepted',
    request: `POST ${contacts}/:carls/accept`,
    json: { accept: true },
    status: 403,
    body: noAccept,
  },
  {
    name: 'a group is not accepted',
    request: 'POST svc-posts/v2/groups/:group/accept',
    json: { accept: true },
    status: 404,
    body: refusal('rest_no_route', /./),
  },
  {
    name: 'who may not work with contacts cannot ask for one',
    request: `POST ${contacts}/:contact/request_record_access`,
    as: 'reg',
    json: {},
    status: 403,
    body: refusal('request_record_access', 'You do not have access to these contacts'),
  },
];

export const sharingRows: readonly Row[] = [...sharing, ...followers, ...asking];
