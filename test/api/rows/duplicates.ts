import { refusal, type Row } from '../row.ts';

const contacts = 'svc-posts/v2/contacts';

export const duplicateRows: readonly Row[] = [
  {
    name: 'possible duplicates come with what matches, whatever else the client sends along',
    request: `GET ${contacts}/:original/all_duplicates/?include_contacts=true&limit=5`,
    status: 200,
    body: [
      {
        ID: '#twin',
        points: 4,
        fields: [{ field: 'contact_phone', value: '0151 :fresh' }],
        post: { ID: '#twin', name: 'Twin :fresh', contact_phone: [{ value: '0151/:fresh' }] },
      },
    ],
  },
  {
    name: 'a limit has to be a number',
    request: `GET ${contacts}/:original/all_duplicates?limit=few`,
    status: 400,
    body: refusal('rest_invalid_param', /limit/),
  },
  {
    name: 'a form dismisses by text',
    request: `POST ${contacts}/:original/dismiss-duplicates`,
    form: { id: ':twin' },
    status: 200,
    body: { override: ['#twin'] },
    fires: ['svc.record.updated contacts/:original'],
  },
  {
    name: 'dismissing needs an id',
    request: `POST ${contacts}/:original/dismiss-duplicates`,
    json: {},
    status: 400,
    body: refusal('rest_missing_callback_param', 'Missing parameter(s): id'),
  },
  {
    name: 'who entered a value before is told by id',
    request: `POST ${contacts}/check_field_value_exists`,
    json: { communication_channel: 'contact_phone', field_value: '0151-:fresh' },
    status: 200,
    body: [{ post_id: ':original' }],
  },
  {
    name: 'a merge may come as a form',
    request: `POST ${contacts}/merge`,
    form: {
      primary_post_id: ':original',
      archiving_post_id: ':twin',
      values: { nickname: 'Both' },
      merge_comments: 'false',
    },
    status: 200,
    body: { ID: '#original', nickname: 'Both' },
    fires: ['svc.record.updated contacts/:original', 'svc.record.updated contacts/:twin'],
  },
  {
    name: 'a merge names both records',
    request: `POST ${contacts}/merge`,
    json: { primary_post_id: '#original' },
    status: 400,
    body: refusal('rest_missing_callback_param', 'Missing parameter(s): archiving_post_id'),
  },
];
